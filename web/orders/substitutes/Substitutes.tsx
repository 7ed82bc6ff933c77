import { Button, Stack, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { OrderDetail } from '#contract/orders/order.ts';
import type { Substitute } from '#contract/orders/substitute.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { WhyQuantity } from '../../inventory/WhyQuantity.tsx';
import { confirm } from '../../ui/dialog/confirm.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Instant, Money, Quantity } from '../../ui/page/values.tsx';
import { Scorecard } from './Scorecard.tsx';
import classes from './Substitutes.module.css';
import type { useSubstitutes } from './use-substitutes.ts';

type Found = NonNullable<ReturnType<typeof useSubstitutes>['found']>;

/** Warehouses that have everything for a sale that was refused or is short. */
export function Substitutes({ order, found }: { order: OrderDetail; found: Found }) {
  const { t } = useTranslation('orders');
  if (found.error && !found.data)
    return (
      <Section title={t('substitutes.title')}>
        <ErrorState
          failure={found.error}
          title={actMessage('failures', 'substitutes.list')}
          retry={() => void found.refetch()}
        />
      </Section>
    );
  const items = found.data?.items ?? [];
  const why = found.data?.invoiced ? 'invoiced' : 'none';
  const hint = t(order.refusedAt ? 'substitutes.refusedHint' : 'substitutes.shortHint');
  return (
    <Section title={t('substitutes.title')}>
      <Text size="sm" c="dimmed" mb="sm">
        {items.length > 0 ? hint : t(`substitutes.${why}`)}
      </Text>
      {items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(`substitutes.${why}Hint`)}
        </Text>
      )}
      <Stack gap="sm" component="ul" className={classes.list}>
        {items.map((item) => (
          <One key={item.warehouse.id} order={order} item={item} />
        ))}
      </Stack>
    </Section>
  );
}

function One({ order, item }: { order: OrderDetail; item: Substitute }) {
  const { t } = useTranslation('orders');
  const take = useAct(api.substitutes.take);
  const name = item.own ? t('substitutes.own') : item.supplier.name;
  const ask = async () => {
    const title = t('substitutes.takeTitle', { supplier: name });
    const message = t('substitutes.takeText', {
      warehouse: [item.warehouse.name, item.city].filter(Boolean).join(', '),
      before: order.supplier?.name ?? '',
    });
    if (!(await confirm({ title, message, confirm: t('substitutes.take') }))) return;
    const parts = item.parts.map(({ partId, offer }) => ({ partId, offer: offer.id }));
    await take.run({ params: { id: order.id }, body: { parts } });
  };
  return (
    <li className={classes.one}>
      <div className={classes.who}>
        <Text fw={600}>{name}</Text>
        <StateBadge
          tone={item.match === 'gtin' ? 'good' : 'info'}
          icon={IconArrowsExchange}
          label={t(`substitutes.match.${item.match}`)}
        />
      </div>
      <div className={classes.what}>
        <Text size="sm" c="dimmed">
          {t('substitutes.leavesFrom', { warehouse: item.warehouse.name })}
          {item.city && ` · ${item.city}`}
        </Text>
        {item.parts.map((part) => (
          <div key={part.partId}>
            <Text size="sm">
              <Quantity value={part.quantity} /> × {part.offer.name} · {part.sku}
            </Text>
            <Text size="sm">
              <WhyQuantity of={{ offers: [part.offer.id] }} value={part.available} name={part.offer.name}>
                {t('substitutes.inStock', { count: part.available })}
              </WhyQuantity>
            </Text>
          </div>
        ))}
        <Scorecard item={item} />
      </div>
      <Figures order={order} item={item} />
      <Button className={classes.take} loading={take.pending} variant="light" onClick={ask}>
        {t('substitutes.take')}
      </Button>
    </li>
  );
}

function Figures({ order, item }: { order: OrderDetail; item: Substitute }) {
  const { t } = useTranslation('orders');
  const { cost, margin, marginAtMost } = item;
  const bound = () => {
    if (!marginAtMost) return '';
    if (order.money?.fee === null) return ` (${t('beforeFee')})`;
    return ` (${t((margin ?? 0) < 0 ? 'result.atLeast' : 'result.atMost')})`;
  };
  return (
    <dl className={classes.figures}>
      {cost !== undefined && margin !== undefined && (
        <>
          <dt>{t('substitutes.cost')}</dt>
          <dd>
            <Money value={cost} />
          </dd>
          <dt>
            {t(margin < 0 ? 'substitutes.loss' : 'substitutes.margin')}
            {bound()}
          </dt>
          <dd className={margin < 0 ? classes.loss : undefined}>
            <Money value={margin} strong />
          </dd>
        </>
      )}
      {order.dispatchLimit && (
        <>
          <dt>{t('substitutes.dispatchLimit')}</dt>
          <dd>
            <Instant value={order.dispatchLimit} />
          </dd>
        </>
      )}
    </dl>
  );
}
