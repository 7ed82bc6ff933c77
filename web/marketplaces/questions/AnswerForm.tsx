import { useRef, useState } from 'react';
import { api } from '#contract/index.ts';
import { fillTemplate, openFields } from '#contract/marketplaces/answer-template.ts';
import { answerWaitSeconds, type QuestionDetail } from '#contract/marketplaces/question.ts';
import { formatMoney } from '#contract/money.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { formatQuantity } from '../../quantity.ts';
import { queryClient, queryKey } from '../../queries.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { useReadyAnswers } from '../ready-answers.ts';
import { WritingFrame } from '../WritingFrame.tsx';
import { WrittenHint } from './WrittenHint.tsx';

/** Shows what an act returned at once: a form that is no longer valid cannot be sent a second time meanwhile. */
export const showQuestion = (question: QuestionDetail): void => {
  queryClient.setQueryData(queryKey(api.presales.detail, { params: { id: question.id } }), question);
};

/** Drafts by question, kept when another question is opened. */
const drafts = new Map<number, string>();
export const keepDraft = (id: number, text: string) => drafts.set(id, text);

type AnswerFormProps = {
  question: QuestionDetail;
  onNext: (() => void) | null;
  /** Where answers can be taken back for a moment: called with the sent one. */
  onSent?: (id: number, text: string) => void;
};

/** The answer: from a template, from a former answer, or typed; Ctrl+Enter sends it. */
export function AnswerForm({ question, onNext, onSent }: AnswerFormProps) {
  const { t } = useTranslation('marketplaces');
  const [text, setText] = useState(drafts.get(question.id) ?? question.reply?.text ?? '');
  const frame = useRef<HTMLFormElement>(null);
  const send = useAct(api.presales.answer, {
    ...(onSent && { success: false }),
    onSuccess: (answered, { body }) => {
      drafts.delete(question.id);
      showQuestion(answered);
      onSent?.(question.id, body.text);
    },
  });
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
  const sendText = (written: string) => {
    if (send.pending) return;
    const body = { text: written, ...(onSent && { waitSeconds: answerWaitSeconds }) };
    void send.run({ params: { id: question.id }, body });
  };
  const submit = () => {
    if (!refused) sendText(text);
  };
  const values = {
    product: question.publication?.name ?? null,
    price:
      question.publication?.priceCentavos == null ? null : formatMoney(question.publication.priceCentavos),
    stock: question.publication?.stock == null ? null : formatQuantity(question.publication.stock),
    account: question.account.name,
  };
  const ready = useReadyAnswers(values, question.given, question.longestAnswer);
  return (
    <WritingFrame
      frame={frame}
      left={left}
      open={open}
      refused={refused}
      saysRefused={open.length > 0}
      sending={send.pending}
      submit={submit}
      onTemplate={(template) => take(fillTemplate(template.text, values))}
      next={onNext && { go: onNext, hint: t('questions.nextHint') }}
      sendLabel={t('questions.send')}
      ready={ready}
      onTake={take}
      onSend={sendText}
    >
      <NotesField
        label={t('questions.answer')}
        description={<WrittenHint>{t('questions.answerHint')}</WrittenHint>}
        value={text}
        onChange={write}
        rows={4}
      />
    </WritingFrame>
  );
}
