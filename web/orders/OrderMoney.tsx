import { Anchor, Text } from '@mantine/core';
import { formatDay } from '#contract/dates.ts';
import type { OrderDetail } from '#contract/orders/order.ts';
import { payoutTolerance } from '#contract/orders/payout.ts';
import { type ResultPart, resultParts } from '#contract/orders/sale-result.ts';
import { useTranslation } from '../i18n.ts';
import { type Href, paths } from '../paths.ts';
import { Link } from '../ui/page/navigation.tsx';
import parted from '../ui/page/PriceParts.module.css';
import { Section } from '../ui/page/Section.tsx';
import { Money, Percent } from '../ui/page/values.tsx';
import classes from './OrderMoney.module.css';

/** How the price of a sale is distributed, as a bar and in figures. */
export function OrderMoney({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const { money, paymentMoney } = order;
  if (!money) return null;
  const share = (amount: number) => `${Math.max(0, (amount / Math.max(1, money.total)) * 100)}%`;
  const parts = [
    { key: 'cost', amount: money.cost },
    { key: 'fee', amount: money.fee },
    { key: 'freight', amount: money.freight },
    { key: 'tax', amount: money.salesTax },
    { key: 'profit', amount: money.margin },
  ] as const;
  const isLoss = money.margin < 0;
  const changes = new Map(paymentMoney?.changes.map(({ name, day }) => [name, day]));
  const noteOf = (name: ResultPart) => {
    const day = changes.get(name);
    const beside = resultParts[name] === '0' && t('result.beside');
    return (
      [beside, day && t('result.since', { day: formatDay(day) })].filter(Boolean).join(', ') || undefined
    );
  };
  return (
    <Section title={t('detail.money')}>
      <div className={parted.bar} data-tall aria-hidden>
        {parts.map(({ key, amount }) => (
          <span key={key} className={parted[key]} style={{ width: share(amount ?? 0) }} />
        ))}
      </div>
      <dl className={classes.rows}>
        {money.parts.filter(isTold).map(({ name, amount }) => (
          <Row
            key={name}
            color={name === 'fee' || name === 'freight' ? parted[name] : undefined}
            label={t(`result.parts.${name}`)}
            amount={amount === null ? null : effectOf(name, amount)}
            total={money.total}
            note={noteOf(name)}
          />
        ))}
        <Row label={t('result.payout')} amount={money.payout} total={money.total} strong />
        {paymentMoney?.released && <Released released={paymentMoney.released} money={money} />}
        <Row
          color={parted.cost}
          label={t('cost')}
          amount={money.cost === null ? null : -money.cost}
          total={money.total}
        />
        {money.salesTax !== 0 && (
          <Row color={parted.tax} label={t('salesTax')} amount={-money.salesTax} total={money.total} />
        )}
        <Row
          color={isLoss ? parted.loss : parted.profit}
          label={t(isLoss ? 'loss' : 'margin')}
          isLoss={isLoss}
          amount={isLoss ? -money.margin : money.margin}
          total={money.total}
          note={money.atMost ? t(isLoss ? 'result.atLeast' : 'result.atMost') : undefined}
          strong
        />
        {paymentMoney && paymentMoney.interest > 0 && (
          <>
            <dt>{t('detail.interest')}</dt>
            <dd>
              <Money value={paymentMoney.interest} />
            </dd>
          </>
        )}
      </dl>
      {paymentMoney && (
        <Text size="sm" c="dimmed" mt="sm">
          {order.account
            ? t('result.source', { account: order.account.name, day: formatDay(paymentMoney.learned) })
            : t('result.sourceOwn')}
        </Text>
      )}
    </Section>
  );
}

type Released = NonNullable<NonNullable<OrderDetail['paymentMoney']>['released']>;

type ReleasedProps = { released: Released; money: NonNullable<OrderDetail['money']> };

/** What the reports of payouts say, beside what was expected; the payout of a closed month is what was released. */
function Released({ released, money: { total, payout } }: ReleasedProps) {
  const { t } = useTranslation('orders');
  const difference = payout === released.amount ? 0 : released.amount - released.expected;
  const label = t(released.saleCount > 1 ? 'result.releasedCart' : 'result.released', {
    day: formatDay(released.day),
  });
  return (
    <>
      <Row
        label={label}
        to={paths.orders.payoutLines({ query: `number:"${released.number}"` })}
        amount={released.amount}
        total={total}
      />
      {Math.abs(difference) > payoutTolerance && (
        <Row label={t('result.payoutDifference')} amount={difference} total={total} isLoss={difference < 0} />
      )}
    </>
  );
}

type Part = NonNullable<OrderDetail['money']>['parts'][number];

/** Amounts that are certainly zero are hidden, except the goods. */
const isTold = ({ name, amount }: Part) => amount !== 0 || name === 'goods';

/** Sign by its effect on the payout; amounts without effect keep theirs. */
const effectOf = (name: ResultPart, amount: number) => (resultParts[name] === '-' ? -amount : amount);

type RowProps = {
  /** Colour of its dot; none if the bar does not show it. */
  color?: string | undefined;
  label: string;
  /** Where more about it is. */
  to?: Href | undefined;
  /** The word already says that it is negative. */
  isLoss?: boolean;
  /** Null if unknown. */
  amount: number | null;
  total: number;
  /** Names of the missing amounts. */
  note?: string | undefined;
  strong?: boolean;
};

function Row({ color, label, to, isLoss = false, amount, total, note, strong = false }: RowProps) {
  const { t } = useTranslation('orders');
  return (
    <>
      <dt>
        <span className={`${parted.dot} ${color ?? ''}`} aria-hidden />
        {to ? (
          <Anchor component={Link} to={to} inherit>
            {label}
          </Anchor>
        ) : (
          label
        )}
        {note && (
          <Text span size="sm" c="dimmed">
            {` (${note})`}
          </Text>
        )}
      </dt>
      {amount === null ? (
        <dd>
          <Text span size="sm" c="dimmed">
            {t('result.unknown')}
          </Text>
        </dd>
      ) : (
        <dd>
          <Money value={amount} loss={isLoss} strong={strong} />
          <Text span size="sm" c="dimmed" className={classes.share}>
            <Percent value={total > 0 ? Math.round((amount / total) * 100) * 100 : null} />
          </Text>
        </dd>
      )}
    </>
  );
}
