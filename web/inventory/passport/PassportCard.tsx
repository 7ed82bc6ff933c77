import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { Passport, PassportAct } from '#contract/inventory/passport.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { type Href, paths } from '../../paths.ts';
import { useGo } from '../../ui/page/navigation.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { useSession } from '../../use-session.ts';
import { volumeBadges } from '../volumes/volume-badges.ts';
import type { VolumeTask } from '../volumes/volume-task.ts';

type Props = { item: Passport; close: () => void };

/** Acts of a volume for which its own screen has a form. */
const tasks: Partial<Record<PassportAct, VolumeTask>> = {
  launch: 'launch',
  arrive: 'arrive',
  move: 'move',
  move_products: 'moveProducts',
  block: 'block',
  transfer: 'transfer',
};

const opened: Record<Passport['kind'], (id: number) => Href> = {
  volume: (id) => paths.inventory.volumes({ volume: id }),
  tote: (id) => paths.inventory.volumes({ volume: id }),
  position: (id) => paths.inventory.volumes({ query: `position:${id}` }),
  cart: () => paths.inventory.carts(),
  product: (id) => paths.products.product(id),
  serial: (id) => paths.inventory.serials({ serial: id }),
  parcel: (id) => paths.orders.pack(id),
  supply_request: (id) => paths.inventory.receive(id),
};

/** One record that a code identifies: its name, its place, and a button for each act. */
export function PassportCard({ item, close }: Props) {
  const { t } = useTranslation(['inventory', 'orders', 'supply']);
  const go = useGo();
  const leave = (to: Href) => {
    close();
    go(to);
  };
  const count = useCount(item, leave);
  const { kind, id, volumeState, saleStatus, requestState } = item;
  const state = saleStatus
    ? t(`orders:statuses.${saleStatus}`)
    : requestState && t(`supply:requestState.${requestState}`);
  const run = (act: PassportAct) => {
    if (act === 'count') return count();
    if (act === 'volumes') return leave(volumesOf(item));
    if (act === 'sale' && item.saleId) return leave(paths.orders.pack(item.saleId));
    if (act === 'picking_list' && item.pickingListId)
      return leave(paths.orders.pickingList(item.pickingListId));
    if (act === 'receive' && item.receipt) return leave(paths.inventory.receive(item.receipt.id));
    leave(paths.inventory.volumes({ volume: id, act: tasks[act] }));
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={`${t(`passport.kinds.${kind}`)} ${item.name}`}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t(`passport.kinds.${kind}`)}
        </Text>
        <Text fw={700} size="lg">
          {item.name}
        </Text>
        {volumeState && (
          <StateBadge {...volumeBadges[volumeState]} label={t(`volumeState.${volumeState}`)} size="floor" />
        )}
        {[item.about, [item.warehouse, item.position].filter(Boolean).join(' / '), state]
          .filter((line): line is string => Boolean(line))
          .map((line) => (
            <Text key={line}>{line}</Text>
          ))}
        <Contents item={item} />
        <Group>
          {kind !== 'position' && (
            <Button size="floor" onClick={() => leave(opened[kind](id))}>
              {t('passport.open')}
            </Button>
          )}
          {item.acts.map((act) => (
            <Button key={act} size="floor" variant="default" onClick={() => run(act)}>
              {t(`passport.acts.${act}`)}
            </Button>
          ))}
        </Group>
      </Stack>
    </Paper>
  );
}

const mostLines = 8;

/** Its contents with quantities, or the volumes and positions that contain it. */
function Contents({ item: { kind, contents, units } }: { item: Passport }) {
  const { t } = useTranslation('inventory');
  if (contents.length === 0) return null;
  const placeOf = (line: Passport['contents'][number]) =>
    [kind === 'position' ? null : (line.position ?? t('balances.noPosition')), line.volume]
      .filter(Boolean)
      .join(' · ');
  const isVolume = kind === 'volume' || kind === 'tote';
  return (
    <Stack gap={4} data-contents>
      <Text fw={700} fz={20}>
        {units === null ? t('passport.hidden') : t('passport.units', { count: units })}
      </Text>
      {contents.slice(0, mostLines).map((line) => (
        <Text key={`${line.volume} ${line.sku}`}>
          {line.quantity !== null && `${line.quantity} × `}
          {kind === 'product' ? placeOf(line) : `${line.product} (${line.sku})`}
          {kind === 'position' && ` · ${placeOf(line)}`}
          {isVolume && line.quantity === null && ` · ${t('passport.hidden')}`}
        </Text>
      ))}
      {contents.length > mostLines && (
        <Text c="dimmed">{t('passport.moreLines', { count: contents.length - mostLines })}</Text>
      )}
    </Stack>
  );
}

const volumesOf = ({ kind, id, about }: Passport) =>
  paths.inventory.volumes({
    query: kind === 'position' ? `position:${id}` : `product:"${about.replaceAll('"', '')}"`,
  });

/** Opens the current count or starts one; people who may not start one see the open ones. */
function useCount(item: Passport, leave: (to: Href) => void): () => void {
  const { can } = useSession();
  const list = paths.inventory.balance({ query: `place:"${item.name}"` });
  const start = useAct(api.balances.start, {
    success: false,
    onSuccess: ({ started: [only, ...others] }) =>
      leave(only && others.length === 0 ? paths.inventory.balanceCount(only.id) : list),
  });
  return () => (can('balances.start') ? void start.run({ body: { code: item.name } }) : leave(list));
}
