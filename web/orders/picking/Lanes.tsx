import { Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { formatInstant } from '#contract/dates.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { type PickingRule, usualCartPlaces } from '#contract/orders/picking.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { ShowAll, useFirst } from '../../ui/page/ShowAll.tsx';
import { useSession } from '../../use-session.ts';
import { TimeLeft } from '../checkout/TimeLeft.tsx';
import { useShipmentWords } from '../shipment-words.ts';

type Lane = ResponseOf<typeof api.picking.lanes>['lanes'][number];
type Waiting = Omit<Lane, 'logisticType'>;

/** Waiting sales by warehouse and dispatch hour; one press makes a list of the most urgent ones that fit the cart. */
export function Lanes({ lanes }: { lanes: readonly Lane[] }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const shipment = useShipmentWords();
  const go = useGo();
  const [places, setPlaces] = useState<number | null>(usualCartPlaces);
  const create = useAct(api.picking.create, {
    success: false,
    onSuccess: (list) => go(paths.orders.pickingList(list.id)),
  });
  const { first, ...fold } = useFirst(cardsOf(lanes), useRowOfCards());
  const make = (rule: PickingRule) => create.run({ body: { rule, places: places ?? usualCartPlaces } });
  return (
    <Section
      title={t('picking.lanes')}
      actions={
        lanes.length > 0 &&
        can('picking.create') && (
          <Group component="label" gap="xs" wrap="nowrap">
            <Text size="sm">{t('picking.places')}</Text>
            <div style={{ width: 112 }}>
              <NumberField size="floor" value={places} onChange={setPlaces} />
            </div>
          </Group>
        )
      }
    >
      {lanes.length === 0 && <Text c="dimmed">{t('picking.noLanes')}</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {first.map(({ whole, lane }) =>
          lane ? (
            <WaitingCard
              key={`${lane.warehouse.id} ${lane.dispatchLimit} ${lane.logisticType}`}
              waiting={lane}
              what={lane.logisticType && shipment.logistic(lane.logisticType)}
              label={t('picking.make')}
              busy={create.pending}
              make={(singles) => make({ ...ruleOf(lane), ...singles })}
            />
          ) : (
            <WaitingCard
              key={whole.warehouse.id}
              waiting={whole}
              what={t('picking.everything')}
              label={t('picking.makeUrgent')}
              busy={create.pending}
              make={(singles) => make({ warehouseId: whole.warehouse.id, ...singles })}
            />
          ),
        )}
      </SimpleGrid>
      <ShowAll {...fold} />
    </Section>
  );
}

type CardOf = { whole: Waiting; lane?: undefined } | { whole?: undefined; lane: Lane };

/** The whole queue of each warehouse, then its dispatch hours. */
const cardsOf = (lanes: readonly Lane[]): CardOf[] => [
  ...wholesOf(lanes).map((whole) => ({ whole })),
  ...lanes.map((lane) => ({ lane })),
];

/** Cards of one row, so that the picking lists begin in the window; the widths are those of the grid below. */
function useRowOfCards(): number {
  const isDesk = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return isPhone ? 1 : isDesk ? 3 : 2;
}

const ruleOf = ({ warehouse, dispatchLimit, logisticType }: Lane): PickingRule => ({
  warehouseId: warehouse.id,
  ...(dispatchLimit && { dispatchUntil: dispatchLimit }),
  logisticType,
});

/** With many dispatch hours a cart of one hour would be nearly empty, so all of the warehouse are combined. */
function wholesOf(lanes: readonly Lane[]): Waiting[] {
  const wholes = new Map<number, Waiting & { lanes: number }>();
  // Lanes are sorted by urgency, so the first of a warehouse has its limit.
  for (const { warehouse, dispatchLimit, nextLimit, sales, singles } of lanes) {
    const first = { warehouse, dispatchLimit, nextLimit, sales: 0, singles: 0, lanes: 0 };
    const whole = wholes.get(warehouse.id) ?? first;
    wholes.set(warehouse.id, {
      ...whole,
      sales: whole.sales + sales,
      singles: whole.singles + singles,
      lanes: whole.lanes + 1,
    });
  }
  return [...wholes.values()].filter((whole) => whole.lanes > 1);
}

type WaitingCardProps = {
  waiting: Waiting;
  /** The shipping method, or that there is only one; empty for sales without a marketplace. */
  what: string;
  label: string;
  busy: boolean;
  make: (only: { singles?: boolean }) => unknown;
};

function WaitingCard({ waiting, what, label, busy, make }: WaitingCardProps) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const { warehouse, dispatchLimit, nextLimit, sales, singles } = waiting;
  // Several cards have the same buttons, so that each is named by its warehouse and deadline as well.
  const at = dispatchLimit === null ? '' : formatInstant(dispatchLimit);
  const about = [warehouse.name, what, at].filter(Boolean).join(', ');
  return (
    <Card withBorder p="md">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={700}>{warehouse.name}</Text>
          <TimeLeft limit={nextLimit} />
        </Group>
        <Text fz={26} fw={700} lh={1.2}>
          {t('picking.waiting', { count: sales })}
        </Text>
        <Text c="dimmed">
          {[what, singles > 0 && t('picking.singles', { count: singles })].filter(Boolean).join(' · ')}
        </Text>
        {can('picking.create') && (
          <Group>
            <Button
              size="floor"
              leftSection={<IconListCheck aria-hidden />}
              aria-label={`${label}: ${about}`}
              disabled={busy}
              onClick={() => make({})}
            >
              {label}
            </Button>
            {singles > 0 && singles < sales && (
              <Button
                size="floor"
                variant="default"
                aria-label={`${t('picking.makeSingles')}: ${about}`}
                disabled={busy}
                onClick={() => make({ singles: true })}
              >
                {t('picking.makeSingles')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Card>
  );
}
