import type { OrderDetail } from '#contract/orders/order.ts';
import { orderActorNames, orderEventTone, updatedParts } from '#contract/orders/order-events.ts';
import { approvalReasons } from '#contract/orders/order-states.ts';
import { useTranslation } from '../i18n.ts';
import { Section } from '../ui/page/Section.tsx';
import { Timeline } from '../ui/page/Timeline.tsx';
import { useChangeWords } from './change-words.ts';
import { writeGrams } from './parcel/weight-words.ts';
import { useCancelReason, useRefusalReason } from './remote-reason.ts';
import { useShipmentWords } from './shipment-words.ts';

type Event = OrderDetail['events'][number];

export function OrderHistory({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const textOf = useEventText();
  return (
    <Section title={t('detail.history')}>
      <Timeline
        label={t('detail.history')}
        events={order.events.map((event) => ({
          key: event.id,
          at: event.at,
          title: textOf(event),
          detail: event.statusTo && statusUnlessSaid(textOf(event), t(`statuses.${event.statusTo}`)),
          author: event.author ?? actorName(event, t),
          tone: orderEventTone(event.kind),
          folds: event.kind === 'updated',
        }))}
      />
    </Section>
  );
}

/** `Sent` is not repeated below itself. */
const statusUnlessSaid = (title: string, status: string) => (title.startsWith(status) ? undefined : status);

function actorName(event: Event, t: ReturnType<typeof useTranslation<'orders'>>['t']): string {
  const actor = orderActorNames.find((known) => known === event.actor) ?? 'system';
  return t(`actors.${actor}`);
}

/** An event in the reader's words; a kind unknown to this build is shown as a change. */
export function useEventText(): (event: Pick<Event, 'kind' | 'detail'>) => string {
  const { t, i18n } = useTranslation('orders');
  const parcel = useShipmentWords();
  const change = useChangeWords();
  const cancelReason = useCancelReason();
  const refusalReason = useRefusalReason();
  return (event) => {
    const {
      reason,
      error,
      number,
      status,
      substatus,
      from,
      to,
      parts,
      lines,
      added,
      removed,
      grams,
      expected,
    } = event.detail;
    const known = approvalReasons.find((candidate) => candidate === reason);
    const values = {
      reason: known ? t(`reasons.${known}`) : cancelReason(text(reason)),
      error: refusalReason(text(error)),
      number: text(number),
      lines: change.listOf(lines),
      tags: [...signed('+', added), ...signed('−', removed)].join(', '),
      grams: gramsOf(grams),
      expected: gramsOf(expected),
      from: text(from),
      to: text(to),
      parts: updatedParts
        .filter((part) => Array.isArray(parts) && parts.includes(part))
        .map((part) => t(`updatedParts.${part}`))
        .join(', '),
      status: parcel.status(text(status), text(substatus)),
    };
    const key = i18n.exists(`orders:events.${event.kind}`) ? event.kind : 'other';
    return i18n.t(`orders:events.${key}` as 'orders:events.other', values).replace(/: *$/, '');
  };
}

const gramsOf = (value: unknown): string => (typeof value === 'number' ? writeGrams(value) : '');

const signed = (sign: string, names: unknown): string[] =>
  Array.isArray(names) ? names.map((name) => `${sign} ${text(name)}`) : [];

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
