import { Anchor, Button, Card, Group, Progress, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { carrierKey, type Pile } from '#contract/orders/manifest.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link, useGo } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { useShipmentWords } from '../shipment-words.ts';
import classes from './HandOver.module.css';
import { TimeLeft } from './TimeLeft.tsx';

/** Parcels by carrier: scanned, missing, and the document at the end. */
export function Piles() {
  const { t } = useTranslation('orders');
  const { data, error, refetch } = useApi(api.checkout.piles, {});
  const piles = useKeptOrder(data?.piles ?? []);
  if (error && !data)
    return <ErrorState title={actMessage('failures', 'checkout.piles')} failure={error} retry={refetch} />;
  return (
    <Section title={t('bench.handOver.piles')}>
      {!data && <Skeleton height={200} />}
      {data?.piles.length === 0 && <Text c="dimmed">{t('bench.handOver.nothing')}</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {piles.map((pile) => (
          <PileCard key={keyOf(pile)} pile={pile} />
        ))}
      </SimpleGrid>
    </Section>
  );
}

const keyOf = ({ warehouse, carrier }: Pile) => `${warehouse.id} ${carrierKey(carrier)}`;

const queryOf = ({ warehouse, carrier }: Pile) =>
  `status:waiting_collect warehouse:${warehouse.id} carrier:"${carrierKey(carrier)}"`;

/** Each scan changes the urgency, so piles keep their place while the screen is open; new ones are appended. */
function useKeptOrder(piles: readonly Pile[]): Pile[] {
  const known = useRef(new Set<string>());
  for (const pile of piles) known.current.add(keyOf(pile));
  const places = [...known.current];
  return piles.toSorted((one, other) => places.indexOf(keyOf(one)) - places.indexOf(keyOf(other)));
}

function PileCard({ pile }: { pile: Pile }) {
  const { t } = useTranslation('orders');
  const shipment = useShipmentWords();
  const [open, setOpen] = useState(false);
  const { warehouse, carrier, waiting, scanned, unlabelled, changed, dispatchLimit, cutoff, manifest } = pile;
  const all = waiting + scanned;
  const name = shipment.carrier(carrier);
  return (
    <Card
      withBorder
      p="md"
      component="section"
      aria-label={`${name} ${warehouse.name}`}
      data-pile={carrierKey(carrier)}
    >
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={700}>{name}</Text>
          {waiting > 0 && <TimeLeft limit={dispatchLimit} />}
        </Group>
        <Text c="dimmed" size="sm">
          {warehouse.name}
        </Text>
        {cutoff && (
          <Text size="sm" fw={600}>
            {t('carriers.today', { at: cutoff })}
          </Text>
        )}
        <Text c="dimmed" size="sm">
          {manifest
            ? t('bench.handOver.since', { at: formatInstant(manifest.openedAt) })
            : t('bench.handOver.notBegun')}
        </Text>
        <Group gap="xl">
          <Figure label={t('bench.handOver.scanned')} value={scanned} />
          <Figure label={t('bench.handOver.waiting')} value={waiting} />
        </Group>
        <Progress
          value={(scanned / Math.max(all, 1)) * 100}
          size="lg"
          aria-label={t('bench.handOver.progress', { done: scanned, all })}
        />
        {unlabelled > 0 && (
          <Text size="sm" c="orange.9" className={classes.unlabelled}>
            {t('bench.handOver.unlabelledCount', { count: unlabelled })}
          </Text>
        )}
        {changed > 0 && (
          <Anchor
            data-touch
            size="sm"
            c="red"
            className={classes.unlabelled}
            component={Link}
            to={paths.orders.checkoutList({ query: `${queryOf(pile)} changed:yes` })}
          >
            {t('bench.handOver.changedCount', { count: changed })}
          </Anchor>
        )}
        {/* Both buttons are always rendered, so that none moves under the finger. */}
        <Button
          size="floor"
          variant="default"
          disabled={waiting === 0}
          aria-expanded={open && waiting > 0}
          onClick={() => setOpen(!open)}
        >
          {t('bench.handOver.missing')}
        </Button>
        {open && waiting > 0 && <Missing pile={pile} />}
        <CloseManifest pile={pile} />
      </Stack>
    </Card>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <Text fz={32} fw={700} lh={1.1}>
        {value}
      </Text>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
    </div>
  );
}

const shownMissing = 20;

/** Parcels of a pile that were not scanned, the most urgent first. */
function Missing({ pile }: { pile: Pile }) {
  const { t } = useTranslation('orders');
  const { waiting } = pile;
  const query = queryOf(pile);
  const { data, error, refetch } = useApi(api.checkout.list, {
    query: { query, sort: 'limit', size: String(shownMissing) },
  });
  if (error && !data)
    return <ErrorState title={actMessage('failures', 'checkout.list')} failure={error} retry={refetch} />;
  if (!data) return <Skeleton height={44} />;
  return (
    <>
      <ul className={classes.parcels}>
        {data.items.map((sale) => (
          <li key={sale.id}>
            <Link to={paths.orders.pack(sale.id)}>{t('saleNumber', { number: sale.id })}</Link>
            <span>
              {sale.buyerName}{' '}
              <Text span c="dimmed">
                {sale.trackingCode}
              </Text>
            </span>
          </li>
        ))}
      </ul>
      {waiting > shownMissing && (
        <Anchor data-touch component={Link} to={paths.orders.checkoutList({ query })}>
          {t('bench.board.list')}
        </Anchor>
      )}
    </>
  );
}

function CloseManifest({ pile: { manifest, scanned, waiting } }: { pile: Pile }) {
  const { t } = useTranslation('orders');
  const go = useGo();
  const close = useAct(api.manifests.close, {
    settles: true,
    // The document shows it.
    success: false,
    onSuccess: ({ id }) => go(paths.orders.manifest(id)),
  });
  const text = t('bench.handOver.closeText', { count: scanned });
  return (
    <Actions
      size="floor"
      items={[
        {
          key: 'close',
          label: t('bench.handOver.print'),
          icon: IconPrinter,
          permission: 'checkout.dispatch',
          tone: 'primary',
          refused: !manifest && t('bench.handOver.nothingScanned'),
          confirm: {
            title: t('bench.handOver.closeAsk'),
            message: waiting > 0 ? `${text} ${t('bench.handOver.closeMissing', { count: waiting })}` : text,
            confirm: t('bench.handOver.print'),
          },
          run: () => manifest && close.run({ params: { id: manifest.id } }),
        },
      ]}
    />
  );
}
