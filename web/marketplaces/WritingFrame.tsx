import { Button, Group, Text } from '@mantine/core';
import { IconChevronRight, IconSend } from '@tabler/icons-react';
import { type ReactNode, type Ref, useId } from 'react';
import type { AnswerTemplate } from '#contract/marketplaces/answer-template.ts';
import { useTranslation } from '../i18n.ts';
import classes from './questions/Questions.module.css';
import { TemplateChoice } from './questions/TemplateChoice.tsx';
import { ReadyAnswers } from './ReadyAnswers.tsx';
import { type ReadyAnswer, useReadyKeys } from './ready-answers.ts';

type WritingFrameProps = {
  frame?: Ref<HTMLFormElement>;
  /** The fields. */
  children: ReactNode;
  /** Texts that are used by their number: into the field, or sent at once. */
  ready: readonly ReadyAnswer[];
  onTake: (text: string) => void;
  onSend: (text: string) => void;
  /** Remaining characters, negative if the text is too long, and unfilled fields of the template. */
  left: number;
  open: readonly string[];
  /** Why it cannot be sent; empty if it can. */
  refused: string;
  /** Whether the reason replaces the number of remaining characters. */
  saysRefused: boolean;
  sending: boolean;
  submit: () => void;
  onTemplate: (template: AnswerTemplate) => void;
  next: { go: () => void; hint: string } | null;
  sendLabel: string;
};

/** The form around an answer or message to a buyer: templates, next thread, and sending, also with Ctrl+Enter. */
export function WritingFrame(props: WritingFrameProps) {
  const { t } = useTranslation('marketplaces');
  const { left, open, refused, next, ready, onTake, onSend, sending } = props;
  const reasonId = useId();
  const take = ({ text }: ReadyAnswer) => onTake(text);
  const sendNow = ({ text }: ReadyAnswer) => {
    if (!sending) onSend(text);
  };
  useReadyKeys(ready, take, sendNow);
  return (
    <form
      ref={props.frame}
      className={classes.answer}
      data-writing
      onSubmit={(event) => {
        event.preventDefault();
        props.submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        props.submit();
      }}
    >
      {props.children}
      <Group justify="space-between" gap="xs">
        <Text size="sm" id={reasonId} c={left < 0 || open.length > 0 ? 'var(--easy-bad-text)' : 'dimmed'}>
          {props.saysRefused
            ? refused
            : left < 0
              ? t('questions.over', { count: -left })
              : t('questions.left', { count: left })}
        </Text>
        <Group gap="xs">
          <TemplateChoice onChoose={props.onTemplate} />
          {next && (
            <Button
              variant="default"
              rightSection={<IconChevronRight size={16} aria-hidden />}
              title={next.hint}
              onClick={next.go}
            >
              {t('questions.next')}
            </Button>
          )}
          <Button
            type="submit"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={sending}
            disabled={refused !== ''}
            title={refused}
            aria-describedby={reasonId}
          >
            {props.sendLabel}
          </Button>
        </Group>
      </Group>
      <ReadyAnswers ready={ready} onTake={take} onSend={sendNow} sending={sending} />
    </form>
  );
}
