import { type FormEvent, useState } from 'react';
import { api } from '#contract/index.ts';
import type { PrintableRequest } from '#contract/supply/printable.ts';
import { call, Failure } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import classes from './printable.module.css';

type AnswerFormProps = {
  uuid: string;
  request: PrintableRequest;
  onAnswered: (request: PrintableRequest) => void;
};

/** One row per line, filled with what was asked for: the vendor changes what differs. */
export function AnswerForm({ uuid, request, onAnswered }: AnswerFormProps) {
  const { t } = useTranslation(['supply', 'errors']);
  const [said, setSaid] = useState<{ failed: boolean; text: string } | null>(null);
  const [sending, setSending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '');
    const lines = request.lines.map(({ id }) => ({
      lineId: id,
      quantity: Number(text(`quantity-${id}`)),
      deliveryOn: text(`on-${id}`) || null,
      note: text(`note-${id}`),
    }));
    setSending(true);
    try {
      onAnswered(
        await call(api.printableRequests.answer, { params: { uuid }, body: { name: text('name'), lines } }),
      );
      setSaid({ failed: false, text: t('supply:printable.sent') });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setSaid({ failed: true, text: reasonOf(error) });
    } finally {
      setSending(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <h2>{t('supply:printable.answer')}</h2>
      <p>{t('supply:printable.answerHint')}</p>
      {request.lines.map((line) => (
        <fieldset key={line.id}>
          <legend>{line.product}</legend>
          <label>
            {t('supply:printable.comes')}
            <input
              name={`quantity-${line.id}`}
              type="number"
              min={0}
              max={1_000_000}
              required
              defaultValue={line.answer?.quantity ?? line.quantity}
            />
          </label>
          <label>
            {t('supply:printable.on')}
            <input
              name={`on-${line.id}`}
              type="date"
              defaultValue={line.answer?.deliveryOn ?? request.estimatedDelivery ?? ''}
            />
          </label>
          <label>
            {t('supply:printable.note')}
            <input name={`note-${line.id}`} maxLength={300} defaultValue={line.answer?.note ?? ''} />
          </label>
        </fieldset>
      ))}
      <label className={classes.who}>
        {t('supply:printable.name')}
        <input name="name" maxLength={120} required autoComplete="name" />
      </label>
      <button type="submit" disabled={sending}>
        {t('supply:printable.send')}
      </button>
      <p role="status" className={said?.failed ? classes.failed : classes.sent}>
        {said?.text}
      </p>
    </form>
  );
}
