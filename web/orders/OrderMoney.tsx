import { Text } from '@mantine/core';
import { Fragment } from 'react';
import type { OrderDetail } from '#contract/orders/order.ts';
import { useTranslation } from '../i18n.ts';
import { Section } from '../ui/page/Section.tsx';
import { Money, Percent } from '../ui/page/values.tsx';
import classes from './OrderMoney.module.css';

/** Where the money of a sale goes: drawn, and in figures. */
export function OrderMoney({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const { money, paymentMoney } = order;
  if (!money) return null;
  const share = (amount: number) => `${Math.max(0, (amount / Math.max(1, money.total)) * 100)}%`;
  const parts = [
    { key: 'cost', amount: money.cost },
    { key: 'fee', amount: money.fee },
    { key: 'freight', amount: money.freight },
    { key: 'margin', amount: money.margin },
  ] as const;
  return (
    <Section title={t('detail.money')}>
      <div className={classes.bar} aria-hidden>
        {parts.map(({ key, amount }) => (
          <span key={key} className={classes[key]} style={{ width: share(amount ?? 0) }} />
        ))}
      </div>
      <dl className={classes.rows}>
        <dt>{t('total')}</dt>
        <dd>
          <Money value={money.total} strong />
        </dd>
        {parts.map(({ key, amount }) => (
          <Row
            key={key}
            name={key}
            label={t(key === 'margin' && money.margin < 0 ? 'loss' : key)}
            isLoss={key === 'margin' && money.margin < 0}
            amount={amount}
            total={money.total}
            note={key === 'margin' && money.fee === null ? t('beforeFee') : undefined}
          />
        ))}
        {(['interest', 'discount'] as const).map((key) =>
          paymentMoney && paymentMoney[key] > 0 ? (
            <Fragment key={key}>
              <dt>{t(`detail.${key}`)}</dt>
              <dd>
                <Money value={paymentMoney[key]} />
              </dd>
            </Fragment>
          ) : null,
        )}
      </dl>
    </Section>
  );
}

type RowProps = {
  name: 'cost' | 'fee' | 'freight' | 'margin';
  label: string;
  /** The word says minus already. */
  isLoss: boolean;
  /** Null: nobody has said it. */
  amount: number | null;
  total: number;
  /** What it lacks. */
  note?: string | undefined;
};

function Row({ name, label, isLoss, amount, total, note }: RowProps) {
  const { t } = useTranslation('orders');
  const shown = isLoss && amount !== null ? -amount : amount;
  return (
    <>
      <dt>
        <span className={`${classes.dot} ${(amount ?? 0) < 0 ? classes.loss : classes[name]}`} aria-hidden />
        {label}
        {note && (
          <Text span size="sm" c="dimmed">
            {` (${note})`}
          </Text>
        )}
      </dt>
      {shown === null ? (
        <dd>
          <Text span size="sm" c="dimmed">
            {t(name === 'fee' ? 'feeUnknown' : 'freightUnknown')}
          </Text>
        </dd>
      ) : (
        <dd>
          <Money value={shown} loss={isLoss} />
          <Text span size="sm" c="dimmed" className={classes.share}>
            <Percent value={total > 0 ? Math.round((shown / total) * 100) * 100 : null} />
          </Text>
        </dd>
      )}
    </>
  );
}
