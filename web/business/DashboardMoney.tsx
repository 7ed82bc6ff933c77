import type { ReactNode } from 'react';
import type { Dashboard } from '#contract/business/dashboard.ts';
import { expectedPayouts, soldOn } from '#contract/business/home-lists.ts';
import { marginOf } from '#contract/money.ts';
import { useTranslation } from '../i18n.ts';
import { type Href, paths } from '../paths.ts';
import { formatPercent, formatQuantity, writeMoney } from '../quantity.ts';
import { Link } from '../ui/page/navigation.tsx';
import { Money } from '../ui/page/values.tsx';
import classes from './DashboardPage.module.css';

type DashboardMoneyProps = { money: NonNullable<Dashboard['money']>; days: Dashboard['days'] };

/** What a seller asks first: today's sales and profit, and what the marketplaces will pay. */
export function DashboardMoney({ money: { today, expected }, days }: DashboardMoneyProps) {
  const { t } = useTranslation('business');
  const [yesterday, now] = days.slice(-2);
  const sold = paths.orders.list({ query: soldOn(now?.day ?? '').query });
  const margin = marginOf(today.value, today.value - today.profit, {
    basisPoints: 0,
    fixed: null,
    freight: null,
  });
  const compared = (value: string | undefined) => value && t('home.money.yesterday', { value });
  return (
    <section aria-label={t('home.money.title')}>
      <ul className={classes.money}>
        <Amount
          label={t('home.money.sales')}
          hint={compared(yesterday?.sales === undefined ? undefined : formatQuantity(yesterday.sales))}
          to={sold}
        >
          {formatQuantity(today.sales)}
        </Amount>
        <Amount
          label={t('home.money.value')}
          hint={compared(
            yesterday?.salesCentavos === undefined ? undefined : writeMoney(yesterday.salesCentavos),
          )}
          to={sold}
        >
          <Money value={today.value} />
        </Amount>
        <Amount
          label={t('home.money.profit')}
          hint={
            today.atMost
              ? t('home.money.atMost')
              : today.value > 0 && t('home.money.margin', { percent: formatPercent(margin) })
          }
          to={sold}
        >
          <Money value={today.profit} />
        </Amount>
        <Amount
          label={t('home.money.expected')}
          hint={
            expected.sales === 0
              ? t('home.money.expectedNone')
              : t(expected.atMost ? 'home.money.expectedAtMost' : 'home.money.expectedOf', {
                  count: expected.sales,
                })
          }
          to={paths.orders.list({ query: expectedPayouts.query })}
        >
          <Money value={expected.payout} />
        </Amount>
      </ul>
    </section>
  );
}

type AmountProps = { label: string; hint: ReactNode; to: Href; children: ReactNode };

function Amount({ label, hint, to, children }: AmountProps) {
  return (
    <li>
      <Link to={to} className={classes.amount}>
        <span className={classes.amountName}>{label}</span>
        <span className={classes.amountValue}>{children}</span>
        <span className={classes.why}>{hint}</span>
      </Link>
    </li>
  );
}
