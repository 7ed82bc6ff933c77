import { Button, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconSend } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { api } from '#contract/index.ts';
import { fillTemplate, openFields } from '#contract/marketplaces/answer-template.ts';
import type { QuestionDetail } from '#contract/marketplaces/question.ts';
import { formatMoney } from '#contract/money.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { formatQuantity } from '../../quantity.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';
import classes from './Questions.module.css';
import { TemplateChoice } from './TemplateChoice.tsx';
import { WrittenHint } from './WrittenHint.tsx';

/** What was begun and not sent, by question: leaving to look at another one loses nothing. */
const drafts = new Map<number, string>();

type AnswerFormProps = { question: QuestionDetail; onNext: (() => void) | null };

/** The answer as it is written: from a template, from one given before, or by hand; Ctrl+Enter sends it. */
export function AnswerForm({ question, onNext }: AnswerFormProps) {
  const { t } = useTranslation('marketplaces');
  const [text, setText] = useState(drafts.get(question.id) ?? question.reply?.text ?? '');
  const frame = useRef<HTMLFormElement>(null);
  const reasonId = useId();
  const send = useAct(api.presales.answer, { onSuccess: () => drafts.delete(question.id) });
  const write = (next: string) => {
    drafts.set(question.id, next);
    setText(next);
  };
  const take = (next: string) => {
    write(next);
    frame.current?.querySelector('textarea')?.focus();
  };
  const left = question.longestAnswer - text.length;
  const open = openFields(text);
  const refused =
    text.trim() === ''
      ? t('questions.sendEmpty')
      : left < 0
        ? t('questions.sendLong')
        : open.length > 0
          ? t('questions.sendOpen', { fields: open.join(', ') })
          : '';
  const submit = () => {
    if (!refused && !send.pending) void send.run({ params: { id: question.id }, body: { text } });
  };
  const values = {
    product: question.publication?.name ?? null,
    price:
      question.publication?.priceCentavos == null ? null : formatMoney(question.publication.priceCentavos),
    stock: question.publication?.stock == null ? null : formatQuantity(question.publication.stock),
    account: question.account.name,
  };
  return (
    <form
      ref={frame}
      className={classes.answer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        submit();
      }}
    >
      <NotesField
        label={t('questions.answer')}
        description={<WrittenHint>{t('questions.answerHint')}</WrittenHint>}
        value={text}
        onChange={write}
        rows={4}
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" id={reasonId} c={left < 0 || open.length > 0 ? 'var(--easy-bad-text)' : 'dimmed'}>
          {open.length > 0
            ? refused
            : left < 0
              ? t('questions.over', { count: -left })
              : t('questions.left', { count: left })}
        </Text>
        <Group gap="xs">
          <TemplateChoice onChoose={(template) => take(fillTemplate(template.text, values))} />
          {onNext && (
            <Button
              variant="default"
              rightSection={<IconChevronRight size={16} aria-hidden />}
              title={t('questions.nextHint')}
              onClick={onNext}
            >
              {t('questions.next')}
            </Button>
          )}
          <Button
            type="submit"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={send.pending}
            disabled={refused !== ''}
            title={refused}
            aria-describedby={reasonId}
          >
            {t('questions.send')}
          </Button>
        </Group>
      </Group>
      {question.given.length > 0 && (
        <section aria-label={t('questions.given')}>
          <Title order={3}>{t('questions.given')}</Title>
          <ul className={classes.former}>
            {question.given.map((given) => (
              <li key={given.id}>
                <UnstyledButton
                  className={classes.given}
                  title={t('questions.givenUse')}
                  onClick={() => take(given.answer)}
                >
                  <span className={classes.quiet}>
                    {given.question}
                    {given.sameProduct && ` · ${t('questions.givenSame')}`}
                  </span>
                  <span>{given.answer}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </section>
      )}
    </form>
  );
}
