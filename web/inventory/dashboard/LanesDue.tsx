import { Anchor, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlarm, IconChecks, IconPackage, IconTruckDelivery, IconTruckLoading } from '@tabler/icons-react';
import { dayOf, formatDay, formatInstant } from '#contract/dates.ts';
import { type Lane, paceNeeded, type WarehouseFigures } from '#contract/inventory/warehouse-dashboard.ts';
import { useTranslation } from '../../i18n.ts';
import { TimeLeft } from '../../orders/checkout/TimeLeft.tsx';
import { type Href, paths } from '../../paths.ts';
import { Bars } from '../../ui/charts/charts.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { ShowAll, useFirst } from '../../ui/page/ShowAll.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import classes from './dashboard.module.css';

const waiting = 'status:pending,picking';
const packed = 'status:waiting_collect';

/** The list of the bench with exactly these sales. */
function listOf(warehouseId: number, status: string, lane?: Lane): Href {
  const due = lane && ` due:"${lane.late ? 'late' : (lane.dispatchLimit ?? 'none')}"`;
  return paths.orders.checkoutList({ query: `${status} warehouse:${warehouseId}${due ?? ''}` });
}

/** Sales by dispatch limit: their number, the time left, and whether the pace of the last hour is sufficient. */
export function LanesDue({ figures, at }: { figures: WarehouseFigures; at: string }) {
  const { t } = useTranslation('inventory');
  const { warehouse, lanes, toPack, packed: ready, packedLastHour, packedByMe } = figures;
  const shown = lanes.reduce((sum, lane) => sum + lane.toPack + lane.packed, 0);
  const all = toPack + ready;
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const now = new Date(at).getTime();
  return (
    <Section title={t('dashboard.lanes')}>
      <StatGrid>
        <Stat
          label={t('dashboard.toPack')}
          value={toPack}
          icon={IconPackage}
          to={listOf(warehouse.id, waiting)}
        />
        <Stat
          label={t('dashboard.packed')}
          value={ready}
          icon={IconTruckDelivery}
          to={listOf(warehouse.id, packed)}
        />
        <Stat
          label={t('dashboard.pace')}
          value={packedLastHour}
          icon={IconTruckLoading}
          hint={t('dashboard.byMe', { count: packedByMe })}
        />
      </StatGrid>
      {lanes.length === 0 ? (
        <Text c="dimmed">{t('dashboard.noLanes')}</Text>
      ) : (
        <>
          {isNarrow ? <NarrowLanes figures={figures} now={now} /> : <LaneTable figures={figures} now={now} />}
          {all > shown && (
            <Anchor
              data-touch
              component={Link}
              to={paths.orders.checkoutList({
                query: `status:pending,picking,waiting_collect warehouse:${warehouse.id}`,
              })}
            >
              {t('dashboard.moreLanes', { count: all })}
            </Anchor>
          )}
          {!isNarrow && <LaneBars lanes={lanes} />}
        </>
      )}
    </Section>
  );
}

function LaneTable({ figures, now }: { figures: WarehouseFigures; now: number }) {
  const { t } = useTranslation('inventory');
  const { warehouse, lanes, packedLastHour } = figures;
  const labels = {
    limit: t('dashboard.limit'),
    left: t('dashboard.left'),
    toPack: t('dashboard.toPack'),
    packed: t('dashboard.packed'),
    needed: t('dashboard.needed'),
  };
  return (
    <StackedTable aria-label={t('dashboard.lanes')} from={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{labels.limit}</Table.Th>
          <Table.Th>{labels.left}</Table.Th>
          <Table.Th data-figure>{labels.toPack}</Table.Th>
          <Table.Th data-figure>{labels.packed}</Table.Th>
          <Table.Th className={classes.needed}>{labels.needed}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lanes.map((lane, nth) => (
          <Table.Tr key={lane.dispatchLimit ?? 'none'} data-lane={lane.dispatchLimit ?? 'none'}>
            <Table.Td>
              <LaneName lane={lane} />
            </Table.Td>
            <Table.Td data-label={labels.left}>
              <TimeLeft limit={lane.dispatchLimit} />
            </Table.Td>
            <Table.Td data-figure data-label={labels.toPack}>
              <Figure value={lane.toPack} to={listOf(warehouse.id, waiting, lane)} />
            </Table.Td>
            <Table.Td data-figure data-label={labels.packed}>
              <Figure value={lane.packed} to={listOf(warehouse.id, packed, lane)} />
            </Table.Td>
            <Table.Td data-label={labels.needed} className={classes.needed}>
              <Pace lane={lane} needed={paceNeeded(lanes, nth, now)} pace={packedLastHour} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}

/** Lanes above the fold of a phone. */
const firstLanes = 4;

/** On a phone: one short row for each lane, the most urgent ones first, instead of a block of five lines. */
function NarrowLanes({ figures, now }: { figures: WarehouseFigures; now: number }) {
  const { t } = useTranslation('inventory');
  const { warehouse, lanes, packedLastHour } = figures;
  const { first, ...fold } = useFirst(lanes, firstLanes);
  return (
    <>
      <Table aria-label={t('dashboard.lanes')} horizontalSpacing={4} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('dashboard.limit')}</Table.Th>
            <Table.Th ta="right">{t('dashboard.toPack')}</Table.Th>
            <Table.Th ta="right">{t('dashboard.packed')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {first.map((lane, nth) => (
            <Table.Tr key={lane.dispatchLimit ?? 'none'} data-lane={lane.dispatchLimit ?? 'none'}>
              <Table.Td>
                <Text size="sm" fw={600}>
                  <LaneName lane={lane} />
                </Text>
                <div className={classes.pace}>
                  <TimeLeft limit={lane.dispatchLimit} />
                  <Pace lane={lane} needed={paceNeeded(lanes, nth, now)} pace={packedLastHour} isShort />
                </div>
              </Table.Td>
              <Table.Td ta="right">
                <Figure value={lane.toPack} to={listOf(warehouse.id, waiting, lane)} />
              </Table.Td>
              <Table.Td ta="right">
                <Figure value={lane.packed} to={listOf(warehouse.id, packed, lane)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <ShowAll {...fold} />
    </>
  );
}

function LaneName({ lane: { late, dispatchLimit } }: { lane: Lane }) {
  const { t } = useTranslation('inventory');
  if (late) return t('dashboard.late');
  return dispatchLimit ? formatInstant(dispatchLimit) : t('dashboard.noLimit');
}

function Figure({ value, to }: { value: number; to: Href }) {
  return (
    <Anchor component={Link} to={to} className={classes.figure}>
      {value}
    </Anchor>
  );
}

type PaceProps = {
  lane: Lane;
  needed: number | null;
  pace: number;
  /** Only whether the pace is sufficient. */
  isShort?: boolean;
};

function Pace({ lane, needed, pace, isShort = false }: PaceProps) {
  const { t } = useTranslation('inventory');
  if (lane.toPack === 0) return null;
  if (lane.late) return <StateBadge tone="bad" icon={IconAlarm} label={t('dashboard.over')} />;
  if (needed === null) return null;
  return (
    <span className={classes.pace}>
      {!isShort && t('dashboard.perHour', { count: needed })}
      {needed > pace ? (
        <StateBadge
          tone="attention"
          icon={IconAlarm}
          label={t('dashboard.paceShort', { count: needed - pace })}
        />
      ) : (
        <StateBadge tone="good" icon={IconChecks} label={t('dashboard.paceOk')} />
      )}
    </span>
  );
}

function LaneBars({ lanes }: { lanes: readonly Lane[] }) {
  const { t } = useTranslation('inventory');
  const nameOf = ({ late, dispatchLimit }: Lane) => {
    if (late) return t('dashboard.late');
    if (!dispatchLimit) return t('dashboard.noLimit');
    return `${formatDay(dayOf(dispatchLimit)).slice(0, 5)} ${formatInstant(dispatchLimit).slice(-5)}`;
  };
  return (
    <Bars
      label={t('dashboard.chart')}
      data={lanes.map((lane) => ({ lane: nameOf(lane), toPack: lane.toPack, packed: lane.packed }))}
      by="lane"
      axis={t('dashboard.limit')}
      series={[
        { name: 'toPack', label: t('dashboard.toPack'), color: 'amber.5' },
        { name: 'packed', label: t('dashboard.packed'), color: 'petrol.6' },
      ]}
      stacked
      height={200}
    />
  );
}
