import { Box, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { type PickingRule, usualCartPlaces } from '#contract/orders/picking.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
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
  const make = (rule: PickingRule) => create.run({ body: { rule, places: places ?? usualCartPlaces } });
  return (
    <Section title={t('picking.lanes')}>
      {lanes.length === 0 && <Text c="dimmed">{t('picking.noLanes')}</Text>}
      {lanes.length > 0 && can('picking.create') && (
        <Box maw={280} mb="md">
          <NumberField size="floor" label={t('picking.places')} value={places} onChange={setPlaces} />
        </Box>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {wholesOf(lanes).map((whole) => (
          <WaitingCard
            key={whole.warehouse.id}
            waiting={whole}
            what={t('picking.everything')}
            label={t('picking.makeUrgent')}
            busy={create.pending}
            make={(singles) => make({ warehouseId: whole.warehouse.id, ...singles })}
          />
        ))}
        {lanes.map((lane) => (
          <WaitingCard
            key={`${lane.warehouse.id} ${lane.dispatchLimit} ${lane.logisticType}`}
            waiting={lane}
            what={lane.logisticType && shipment.logistic(lane.logisticType)}
            label={t('picking.make')}
            busy={create.pending}
            make={(singles) => make({ ...ruleOf(lane), ...singles })}
          />
        ))}
      </SimpleGrid>
    </Section>
  );
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
  for (const { warehouse, dispatchLimit, sales, singles } of lanes) {
    const whole = wholes.get(warehouse.id) ?? { warehouse, dispatchLimit, sales: 0, singles: 0, lanes: 0 };
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
  const { warehouse, dispatchLimit, sales, singles } = waiting;
  return (
    <Card withBorder p="md">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={700}>{warehouse.name}</Text>
          <TimeLeft limit={dispatchLimit} />
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
              disabled={busy}
              onClick={() => make({})}
            >
              {label}
            </Button>
            {singles > 0 && singles < sales && (
              <Button size="floor" variant="default" disabled={busy} onClick={() => make({ singles: true })}>
                {t('picking.makeSingles')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Card>
  );
}
