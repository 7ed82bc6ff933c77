import { Anchor, Group, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import {
  IconClipboardCheck,
  IconLock,
  IconMapPin,
  IconPackageImport,
  IconPackages,
  IconTargetArrow,
} from '@tabler/icons-react';
import { dayOf, formatDay } from '#contract/dates.ts';
import { accuracyDays, type WarehouseFigures } from '#contract/inventory/warehouse-dashboard.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { formatPercent } from '../../quantity.ts';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Stat, StatGrid } from '../../ui/page/Stat.tsx';
import classes from './dashboard.module.css';

type Shelf = NonNullable<WarehouseFigures['shelf']>;
type ShelfProps = { warehouseId: number; shelf: Shelf; countedSince: string };

/** Stock figures of one warehouse; each links to the list that it counts. */
export function ShelfFigures({ warehouseId, shelf, countedSince }: ShelfProps) {
  const { t } = useTranslation('inventory');
  const at = ` warehouse:${warehouseId}`;
  const empty = shelf.areas.reduce((sum, area) => sum + area.empty, 0);
  const { counted, right } = shelf;
  const volumes = (state: string) => paths.inventory.volumes({ query: `state:${state}${at}` });
  const days = accuracyDays;
  return (
    <Section title={t('dashboard.shelf')}>
      <StatGrid>
        <Stat
          label={t('dashboard.receiving')}
          value={shelf.receiving}
          icon={IconPackageImport}
          to={paths.inventory.receiveList({
            query: `state:check_volumes,register_volumes,tag_volumes,stock_up${at}`,
          })}
        />
        <Stat
          label={t('dashboard.toStore')}
          value={shelf.toStore}
          icon={IconPackages}
          to={volumes('registered,tagged')}
        />
        <Stat
          label={t('dashboard.inBalance')}
          value={shelf.inBalance}
          icon={IconClipboardCheck}
          to={volumes('in_balance')}
        />
        <Stat
          label={t('dashboard.blocked')}
          value={shelf.blocked}
          icon={IconLock}
          to={volumes('blocked')}
          tone={shelf.blocked > 0 ? 'attention' : undefined}
        />
        <Stat
          label={t('dashboard.emptyPositions')}
          value={empty}
          icon={IconMapPin}
          to={paths.inventory.locations({ query: `empty:yes${at}` })}
        />
        <Stat
          label={t('dashboard.accuracy')}
          value={counted === 0 ? '—' : formatPercent(Math.round((right / counted) * 1000) * 10)}
          icon={IconTargetArrow}
          hint={
            counted === 0
              ? t('dashboard.noCounts', { days })
              : t('dashboard.accuracyHint', { right, counted, days })
          }
          to={paths.inventory.balance({ query: `state:checked,corrected started:>=${countedSince}${at}` })}
        />
      </StatGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Occupancy at={at} areas={shelf.areas} />
        <Oldest oldest={shelf.oldest} />
      </SimpleGrid>
    </Section>
  );
}

function Occupancy({ at, areas }: { at: string; areas: Shelf['areas'] }) {
  const { t } = useTranslation('inventory');
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('dashboard.occupancy')}
      </Title>
      {areas.length === 0 && <Text c="dimmed">{t('dashboard.noPositions')}</Text>}
      {areas.map(({ area, positions, empty }) => {
        const used = positions - empty;
        const said = t('dashboard.occupied', { used, all: positions });
        return (
          <div key={area}>
            <Group justify="space-between">
              <Anchor
                component={Link}
                to={paths.inventory.locations({ query: `area:"${area}"${at}` })}
                className={classes.name}
              >
                {area}
              </Anchor>
              <Text size="sm">{said}</Text>
            </Group>
            <Progress value={(used / positions) * 100} size="lg" aria-label={`${area}: ${said}`} />
          </div>
        );
      })}
    </Stack>
  );
}

function Oldest({ oldest }: { oldest: Shelf['oldest'] }) {
  const { t } = useTranslation('inventory');
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('dashboard.oldest')}
      </Title>
      {oldest.length === 0 && <Text c="dimmed">{t('dashboard.noVolumes')}</Text>}
      <ul className={classes.oldest}>
        {oldest.map(({ id, code, position, launchedAt, products }) => (
          <li key={id}>
            <Anchor component={Link} to={paths.inventory.volumes({ volume: id })} className={classes.name}>
              {code}
            </Anchor>
            <span>
              {products}
              <Text size="sm" c="dimmed">
                {[position, t('dashboard.since', { at: formatDay(dayOf(launchedAt)) })]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </span>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
