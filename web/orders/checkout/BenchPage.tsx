import { Alert, Button, Group, SimpleGrid, Text } from '@mantine/core';
import { IconAlertTriangle, IconTruckDelivery } from '@tabler/icons-react';
import { useState } from 'react';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { orderEventTone } from '#contract/orders/order-events.ts';
import { approvalReasons, isBeforeDispatch, orderActs } from '#contract/orders/order-states.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { type EmptiedVolume, ZeroCheckQuestions } from '../../inventory/volumes/ZeroCheckQuestion.tsx';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Timeline } from '../../ui/page/Timeline.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { useSession } from '../../use-session.ts';
import { ChangedSale } from '../ChangedSale.tsx';
import { OrderBadge } from '../OrderBadge.tsx';
import { useEventText } from '../OrderHistory.tsx';
import { BenchProof } from '../parcel/BenchProof.tsx';
import { BenchActions } from './BenchActions.tsx';
import { BenchDocuments } from './BenchDocuments.tsx';
import { BenchScan } from './BenchScan.tsx';
import { CanceledStop } from './CanceledStop.tsx';
import { ChangedStop } from './ChangedStop.tsx';
import { HandsFree } from './HandsFree.tsx';
import { LostLabel } from './LostLabel.tsx';
import { PartCard } from './PartCard.tsx';
import { PauseStop } from './PauseStop.tsx';
import { besideTimeLeft, TimeLeft } from './TimeLeft.tsx';
import { keepSale, usePacking } from './use-packing.ts';

const UnreleasedSale = lazyWithFallback(() => import('./UnreleasedSale.tsx'));

const refreshMs = 30_000;

/** The bench: one sale, what to pick and where, one scan field, one next step. */
export default function BenchPage() {
  const { t } = useTranslation('orders');
  const id = useIdParam();
  const result = useApi(api.checkout.detail, { params: { id } }, { every: refreshMs });
  const textOf = useEventText();
  const [emptied, setEmptied] = useState<EmptiedVolume[]>([]);
  const packing = usePacking(setEmptied);
  const [understood, setUnderstood] = useState(0);
  const sale = result.data;
  if (!sale) {
    const unread = (
      <UnreadPage
        title={t('bench.bench.title', { id })}
        trail={[{ label: t('bench.board.title'), to: paths.orders.checkout() }]}
        failed={actMessage('failures', 'checkout.detail')}
        result={result}
      />
    );
    return result.error?.problem.code === 'not_found' ? <UnreleasedSale id={id} instead={unread} /> : unread;
  }
  const stopped = sale.status === 'canceled';
  const counting = sale.status === 'picking' && sale.beepedCount < sale.unitCount;
  const parts = (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {sale.parts.map((part) => (
        <PartCard key={part.id} part={part} putBack={sale.putBack} />
      ))}
    </SimpleGrid>
  );
  return (
    <Page
      title={t('bench.bench.title', { id })}
      trail={[
        { label: t('bench.board.title'), to: paths.orders.checkout() },
        ...(sale.warehouse
          ? [{ label: sale.warehouse.name, to: paths.orders.checkoutOfWarehouse(sale.warehouse.id) }]
          : []),
      ]}
      badge={<OrderBadge order={besideTimeLeft(sale)} here />}
      hint={`${sale.seller.name} · ${sale.buyerName}`}
    >
      {stopped && (
        <CanceledStop
          key={id}
          sale={sale}
          understood={understood === id}
          onUnderstood={() => setUnderstood(id)}
        />
      )}
      {sale.change && !stopped && <Changed sale={sale} change={sale.change} />}
      <Group gap="sm">
        {isBeforeDispatch(sale.status) && <TimeLeft limit={sale.dispatchLimit} />}
        {sale.remoteOrderId && <Text c="dimmed">{sale.remoteOrderId}</Text>}
        {sale.trackingCode && <Text c="dimmed">{sale.trackingCode}</Text>}
        {sale.packmates.length > 0 && (
          <Text>{`${t('bench.bench.pack')} ${sale.packmates.map((mate) => t('saleNumber', { number: mate })).join(', ')}`}</Text>
        )}
      </Group>
      {sale.leftUnpacked && (
        <Alert color="red" icon={<IconTruckDelivery aria-hidden />} title={t('bench.bench.leftTitle')}>
          {t('bench.bench.leftText')}
        </Alert>
      )}
      {sale.approvalReason && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('bench.bench.approval')}>
          {t(`reasons.${sale.approvalReason}`)}
        </Alert>
      )}
      <ZeroCheckQuestions
        volumes={emptied}
        onAnswered={(answered) => setEmptied((asked) => asked.filter(({ id }) => id !== answered))}
      />
      <PauseStop sale={sale} packing={packing} />
      <BenchScan
        sale={sale}
        stopped={(sale.putBack && understood !== id) || isChanged(sale)}
        packing={packing}
      />
      {/* What to fetch is shown before the buttons that end the picking. */}
      {counting && parts}
      <BenchProof sale={sale} packing={packing} />
      <BenchActions sale={sale} packing={packing} />
      <LostLabel saleId={id} />
      {!counting && parts}
      {!stopped && <BenchDocuments sale={sale} />}
      <HandsFree />
      <Section title={t('bench.bench.history')}>
        <Timeline label={t('bench.bench.history')} events={eventsOf(sale, textOf)} />
      </Section>
    </Page>
  );
}

/** The buyer changed the order before the parcel was packed. */
const isChanged = ({ change, status }: Checkout) =>
  change !== null && (status === 'pending' || status === 'picking');

/** Before packing the change stops the bench; afterwards it says what to do. */
function Changed({ sale, change }: { sale: Checkout; change: NonNullable<Checkout['change']> }) {
  return isChanged(sale) ? (
    <ChangedStop key={sale.id} sale={sale} change={change} />
  ) : (
    <ChangedSale sale={sale} change={change}>
      {canAct(orderActs, 'resetBeeping', sale.status) && <Reopen sale={sale} />}
    </ChangedSale>
  );
}

/** Opens the parcel; the red page then says what goes back, and the sale is packed again. */
function Reopen({ sale: { id } }: { sale: Pick<Checkout, 'id'> }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const reset = useAct(api.checkout.reset, { onSuccess: keepSale });
  if (!can(orderActs.resetBeeping.permission)) return null;
  const reopen = () => reset.run({ params: { id }, body: { reason: t('change.title') } });
  return (
    <Button size="floor" mt="md" onClick={reopen} loading={reset.pending}>
      {t('change.reopen')}
    </Button>
  );
}

type Event = Checkout['events'][number];

function eventsOf(sale: Checkout, textOf: (event: Event) => string) {
  return sale.events.toReversed().map((event, index) => ({
    key: `${event.at}-${index}`,
    at: event.at,
    title: textOf(event),
    author: event.author ?? (event.actor === 'seller' ? sale.seller.name : undefined),
    detail: reasonGiven(event, textOf(event)),
    tone: orderEventTone(event.kind),
    folds: event.kind === 'updated',
  }));
}

/** A typed text that the event does not contain already; a named reason is part of its words. */
function reasonGiven({ detail: { reason } }: Event, told: string): string | undefined {
  if (typeof reason !== 'string' || told.includes(reason)) return undefined;
  return approvalReasons.some((known) => known === reason) ? undefined : reason;
}
