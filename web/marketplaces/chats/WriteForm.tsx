import { Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { fillTemplate, openFields } from '#contract/marketplaces/answer-template.ts';
import type { ChatDetail } from '#contract/marketplaces/chat.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { flattenErrors } from '../../ui/form/field-errors.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { WrittenHint } from '../questions/WrittenHint.tsx';
import { useReadyAnswers } from '../ready-answers.ts';
import { WritingFrame } from '../WritingFrame.tsx';
import { AttachField, attachError } from './AttachField.tsx';
import { templateValues } from './template-values.ts';

/** Drafts by thread, kept when another thread is opened. */
const drafts = new Map<number, { text: string; files: File[] }>();
const nothing = { text: '', files: [] };

type Written = Pick<
  ChatDetail,
  'id' | 'openings' | 'longest' | 'attachable' | 'given' | 'sale' | 'publication' | 'account'
>;
type WriteFormProps = { chat: Written; onNext: (() => void) | null; onSent?: () => void };

/** A message: with the opening that the marketplace requires, from a template, or typed. */
export function WriteForm({ chat, onNext, onSent }: WriteFormProps) {
  const { t } = useTranslation('marketplaces');
  const [{ text, files }, setDraft] = useState(drafts.get(chat.id) ?? nothing);
  const [opening, setOpening] = useState<string | null>(null);
  // One idempotency key per message, so that a retry after a lost answer sends it once.
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const keep = (next: { text: string; files: File[] }) => {
    drafts.set(chat.id, next);
    setDraft(next);
  };
  const write = (next: string) => keep({ text: next, files });
  const send = useAct(api.chats.write, {
    // Shown beside the files.
    onFailure: ({ fieldErrors }) => fieldErrors?.files !== undefined,
    onSuccess: () => {
      keep(nothing);
      setOpening(null);
      setClientId(crypto.randomUUID());
      onSent?.();
    },
  });
  const needsOpening = chat.openings.length > 0;
  const chosen = chat.openings.find(({ id }) => id === opening);
  const isFixed = chosen?.text != null;
  const left = (chosen?.longest ?? chat.longest) - text.length;
  const open = openFields(text);
  const wrongFile = attachError(files, chat.attachable);
  const refused =
    needsOpening && !chosen
      ? t('chats.sendOpening')
      : !isFixed && text.trim() === ''
        ? t('chats.sendEmpty')
        : left < 0
          ? t('chats.sendLong')
          : open.length > 0
            ? t('questions.sendOpen', { fields: open.join(', ') })
            : wrongFile;
  const sendText = (written: string) => {
    if (send.pending) return;
    const body = { text: isFixed ? '' : written, opening, clientId };
    void send.run({ params: { id: chat.id }, body, ...(files.length > 0 && { files }) });
  };
  const submit = () => {
    if (!refused) sendText(text);
  };
  const values = templateValues(chat);
  // Where the marketplace asks for an opening, a text is never sent without it.
  const ready = useReadyAnswers(values, chat.given, chat.longest).map((one) => ({
    ...one,
    isOpen: one.isOpen || needsOpening,
  }));
  return (
    <WritingFrame
      left={left}
      open={open}
      refused={refused}
      saysRefused={refused !== '' && text !== ''}
      sending={send.pending}
      submit={submit}
      onTemplate={(template) => write(fillTemplate(template.text, values))}
      next={onNext && { go: onNext, hint: t('chats.nextHint') }}
      sendLabel={t('chats.send')}
      ready={isFixed ? [] : ready}
      onTake={write}
      onSend={sendText}
    >
      {chat.openings.length > 0 && (
        <SelectField
          label={t('chats.opening')}
          value={opening}
          onChange={setOpening}
          options={chat.openings.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {isFixed ? (
        <Text size="sm" c="dimmed">
          {chosen.text || t('chats.openingFixed')}
        </Text>
      ) : (
        <NotesField
          label={t('chats.message')}
          description={
            <WrittenHint>{t('chats.textHint', { count: chosen?.longest ?? chat.longest })}</WrittenHint>
          }
          value={text}
          onChange={write}
          rows={3}
        />
      )}
      {chat.attachable && (
        <AttachField
          value={files}
          onChange={(next) => keep({ text, files: next })}
          limits={chat.attachable}
          error={flattenErrors(send.failure?.fieldErrors ?? {}, {}).files}
        />
      )}
    </WritingFrame>
  );
}
