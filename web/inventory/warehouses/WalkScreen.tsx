import { Alert, Button, Skeleton } from '@mantine/core';
import { IconInfoCircle, IconSortAscendingLetters } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import { byCode } from '#contract/inventory/by-code.ts';
import type { WalkLevel } from '#contract/inventory/walk.ts';
import { call } from '../../api.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Form, FormBar } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import type { WalkListProps } from './WalkList.tsx';

const WalkList = lazyWithFallback<WalkListProps>(() => import('./WalkList.tsx'), {
  waiting: () => <Skeleton height={320} />,
});

type Level = { warehouseId: number; parentId: number | null };

const levelOf = ({ warehouseId, parentId }: Level) => ({
  params: { id: warehouseId },
  query: parentId === null ? {} : { parent: String(parentId) },
});

/** Arranges the positions of a warehouse, or within one of its positions, in the order of walking. */
export function WalkScreen(level: Level) {
  const { t } = useTranslation('inventory');
  const { warehouseId } = level;
  const walk = useApi(api.warehouses.walk, levelOf(level));
  const warehouse = useApi(api.warehouses.detail, { params: { id: warehouseId } });
  const above = walk.data?.parent?.parentId;
  // Inside a position the trail shows only one level; a longer one would wrap and move the screen down.
  const trail =
    level.parentId === null
      ? [
          { label: t('warehouses.title'), to: paths.inventory.warehouses() },
          { label: warehouse.data?.name ?? t('warehouses.one'), to: paths.inventory.warehouse(warehouseId) },
        ]
      : [
          {
            label: t('walk.title'),
            to: above ? paths.inventory.walkInside(above) : paths.inventory.walk(warehouseId),
          },
        ];
  if (!walk.data)
    return (
      <UnreadPage
        width="narrow"
        title={t('walk.title')}
        trail={trail}
        failed={actMessage('failures', 'warehouses.walk')}
        result={walk}
      />
    );
  const { parent } = walk.data;
  return (
    <Page
      width="narrow"
      title={parent ? t('walk.of', { code: parent.code }) : t('walk.title')}
      trail={trail}
      hint={t('walk.hint')}
    >
      <WalkEditor walk={walk.data} level={level} />
    </Page>
  );
}

const valuesOf = ({ serpentine, positions }: WalkLevel) => ({ serpentine, positions });

function WalkEditor({ walk, level }: { walk: WalkLevel; level: Level }) {
  const { t } = useTranslation('inventory');
  const { warehouseId, parentId } = level;
  const form = useForm({
    endpoint: api.warehouses.arrange,
    initial: valuesOf(walk),
    version: walk.version,
    send: ({ serpentine, positions }, version) => ({
      params: { id: warehouseId },
      body: { parentId, serpentine, positionIds: positions.map((position) => position.id) },
      version,
    }),
    conflict: {
      load: async () => {
        const now = await call(api.warehouses.walk, levelOf(level));
        return { values: valuesOf(now), version: now.version };
      },
    },
  });
  const { positions, serpentine } = form.values;
  if (positions.length === 0)
    return (
      <EmptyState
        title={t('walk.empty')}
        hint={t('walk.emptyHint')}
        action={
          <Button
            component={Link}
            to={paths.inventory.locations({ query: `warehouse:${warehouseId}` })}
            variant="default"
          >
            {t('locations.title')}
          </Button>
        }
      />
    );
  return (
    <Form form={form}>
      {parentId === null && (
        <SwitchField
          {...form.field('serpentine')}
          size="md"
          label={t('walk.serpentine')}
          description={t('walk.serpentineHint')}
        />
      )}
      {walk.more && (
        <Alert icon={<IconInfoCircle />}>{t('walk.more', { count: walk.positions.length })}</Alert>
      )}
      <WalkList
        positions={positions}
        directed={serpentine && parentId === null}
        onChange={(next) => form.set('positions', next)}
      />
      <FormBar form={form}>
        <Button
          variant="default"
          leftSection={<IconSortAscendingLetters size={16} aria-hidden />}
          onClick={() => form.set('positions', positions.toSorted(byCode))}
        >
          {t('walk.natural')}
        </Button>
      </FormBar>
    </Form>
  );
}
