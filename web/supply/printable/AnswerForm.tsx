import { type FormEvent, useState } from 'react';
import { type Day, dayOf, systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { PrintableRequest } from '#contract/supply/printable.ts';
import { call, Failure } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { type FlatErrors, flattenErrors } from '../../ui/form/field-errors.ts';
import classes from './printable.module.css';

type AnswerFormProps = {
  uuid: string;
  request: PrintableRequest;
  onAnswered: (request: PrintableRequest) => void;
};

/** Default day of an answer, never in the past. */
const notPast = (day: Day | null | undefined, today: Day) => (day && day >= today ? day : '');

function Fault({ text }: { text: string | undefined }) {
  return text ? (
    <span role="alert" className={classes.failed}>
      {text}
    </span>
  ) : null;
}

/** One row per line with the ordered values; the vendor changes what differs. */
export function AnswerForm({ uuid, request, onAnswered }: AnswerFormProps) {
  const { t } = useTranslation(['supply', 'errors']);
  const [said, setSaid] = useState<{ failed: boolean; text: string } | null>(null);
  const [faults, setFaults] = useState<FlatErrors>({});
  const [sending, setSending] = useState(false);
  const today = dayOf(systemClock.now());
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
    const body = { name: text('name'), lines };
    setSending(true);
    setFaults({});
    try {
      onAnswered(await call(api.printableRequests.answer, { params: { uuid }, body }));
      setSaid({ failed: false, text: t('supply:printable.sent') });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFaults(error.fieldErrors ? flattenErrors(error.fieldErrors, body) : {});
      setSaid({ failed: true, text: reasonOf(error) });
    } finally {
      setSending(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <h2>{t('supply:printable.answer')}</h2>
      <p>{t('supply:printable.answerHint')}</p>
      {request.lines.map((line, nth) => (
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
            <Fault text={faults[`lines.${nth}.quantity`]} />
          </label>
          <label>
            {t('supply:printable.on')}
            <input
              name={`on-${line.id}`}
              type="date"
              min={today}
              defaultValue={notPast(line.answer?.deliveryOn ?? request.estimatedDelivery, today)}
            />
            <Fault text={faults[`lines.${nth}.deliveryOn`]} />
          </label>
          <label>
            {t('supply:printable.note')}
            <input name={`note-${line.id}`} maxLength={300} defaultValue={line.answer?.note ?? ''} />
            <Fault text={faults[`lines.${nth}.note`]} />
          </label>
        </fieldset>
      ))}
      <label className={classes.who}>
        {t('supply:printable.name')}
        <input name="name" maxLength={120} required autoComplete="name" />
        <Fault text={faults.name} />
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
