import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { IconBasket, IconPencil, IconPlus, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { Cart } from '#contract/inventory/cart.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { CartDialog } from './CartDialog.tsx';

const PlaceLabelsDialog = lazyWithFallback(() => import('./PlaceLabelsDialog.tsx'));

/** Carts with their codes, and the possible acts. */
export default function CartListPage() {
  const { t } = useTranslation('inventory');
  const carts = useApi(api.carts.list, {});
  const [adding, setAdding] = useState(false);
  const items = carts.data?.items ?? [];
  const add: Action = {
    key: 'new',
    label: t('carts.new'),
    icon: IconPlus,
    tone: 'primary',
    permission: 'carts.manage',
    run: () => setAdding(true),
  };
  return (
    <Page title={t('carts.title')} actions={<Actions items={[add]} />}>
      <Stack gap="md">
        <Text c="dimmed">{t('carts.hint')}</Text>
        {carts.error && !carts.data && (
          <ErrorState
            failure={carts.error}
            title={actMessage('failures', 'carts.list')}
            retry={() => void carts.refetch()}
          />
        )}
        {carts.isPending && <Skeleton height={120} />}
        {carts.data && items.length === 0 && (
          <EmptyState
            icon={IconBasket}
            title={t('carts.empty')}
            hint={t('carts.emptyHint')}
            action={<Actions items={[add]} />}
          />
        )}
        {items.map((cart) => (
          <CartCard key={cart.id} cart={cart} />
        ))}
      </Stack>
      {adding && <CartDialog close={() => setAdding(false)} />}
    </Page>
  );
}

function CartCard({ cart }: { cart: Cart }) {
  const { t } = useTranslation('inventory');
  const { code, name, places, warehouse, listId } = cart;
  return (
    <Section title={`${code} · ${name}`} hint={warehouse.name} actions={<CartActions cart={cart} />}>
      <Text size="sm">
        {t('carts.ofPlaces', { count: places })}
        {' · '}
        {places === 1 ? `${code}-1` : t('carts.codes', { first: `${code}-1`, last: `${code}-${places}` })}
        {listId !== null && (
          <>
            {' · '}
            <Anchor component={Link} to={paths.orders.pickingList(listId)}>
              {t('carts.inUse', { id: listId })}
            </Anchor>
          </>
        )}
      </Text>
    </Section>
  );
}

function CartActions({ cart }: { cart: Cart }) {
  const { t } = useTranslation('inventory');
  const [shown, setShown] = useState<'edit' | 'labels' | null>(null);
  const remove = useAct(api.carts.remove);
  const { id, code, name } = cart;
  return (
    <>
      <Actions
        items={[
          {
            key: 'labels',
            label: t('carts.labels'),
            icon: IconPrinter,
            permission: 'locations.read',
            run: () => setShown('labels'),
          },
          {
            key: 'edit',
            label: t('carts.edit'),
            icon: IconPencil,
            secondary: true,
            permission: 'carts.manage',
            run: () => setShown('edit'),
          },
          {
            key: 'remove',
            label: t('carts.remove'),
            icon: IconTrash,
            tone: 'bad',
            secondary: true,
            permission: 'carts.manage',
            confirm: {
              title: t('carts.removeSure', { name }),
              message: t('carts.removeText', { code }),
              confirm: t('carts.remove'),
              tone: 'bad',
            },
            run: () => remove.run({ params: { id } }),
          },
        ]}
      />
      {shown === 'edit' && <CartDialog cart={cart} close={() => setShown(null)} />}
      {shown === 'labels' && (
        <PlaceLabelsDialog places={{ cart: id, name: `${code} · ${name}` }} close={() => setShown(null)} />
      )}
    </>
  );
}
