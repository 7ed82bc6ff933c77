import { Text, Title } from '@mantine/core';
import { addUpSums } from '#contract/business/add-up-sums.ts';
import type { HomeAd, HomeAds, HomeSales } from '#contract/business/home-sales.ts';
import { dayOf } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { marketplaceNames } from '#contract/marketplaces/marketplace.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { ProfitBar } from '../orders/profit/ProfitBar.tsx';
import { type Href, paths } from '../paths.ts';
import { formatQuantity, writeMoney } from '../quantity.ts';
import { useApi } from '../queries.ts';
import { ErrorState } from '../ui/page/EmptyState.tsx';
import { Link } from '../ui/page/navigation.tsx';
import { Section } from '../ui/page/Section.tsx';
import { Money, Quantity } from '../ui/page/values.tsx';
import { everyMinute } from './HomeMoney.tsx';
import classes from './HomeSales.module.css';
import { AtMost, Bar, bounded, hasSales } from './home-figures.tsx';

/** From where the sales of a seller come, and the ads that earn most and least: the end of the page, once both are read. */
export default function HomeResults() {
  const sales = useApi(api.homeSales.detail, {}, { every: everyMinute });
  const ads = useApi(api.homeSales.ads, {});
  if (!sales.data) return null;
  if (ads.error && !ads.data)
    return (
      <ErrorState
        title={actMessage('failures', 'homeSales.ads') ?? ''}
        failure={ads.error}
        retry={ads.refetch}
      />
    );
  if (!ads.data) return null;
  return (
    <>
      <Accounts sales={sales.data} />
      <Ads ads={ads.data} />
    </>
  );
}

type Account = HomeSales['accounts'][number];
type AccountLine = Pick<Account, 'now' | 'before'> & {
  key: string;
  name: string;
  isInner: boolean;
  to: Href;
};

function Accounts({ sales: data }: { sales: HomeSales }) {
  const { t } = useTranslation('business');
  if (data.accounts.length === 0) return null;
  const query = `purchased:${data.month.from}..${dayOf(data.at)}`;
  const lines = linesOf(data.accounts, query, t('home.results.manual'));
  const most = Math.max(...lines.flatMap(({ now, before }) => [now.value, before.value]));
  return (
    <Section title={t('home.results.accounts')} hint={t('home.results.accountsHint')}>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">{t('home.results.account')}</th>
            <th aria-hidden className={classes.wide} />
            <th scope="col">{t('home.money.value')}</th>
            <th scope="col">{t('home.money.profit')}</th>
            <th scope="col" className={classes.rare}>
              {t('home.money.payout')}
            </th>
            <th scope="col" className={classes.rare}>
              {t('home.money.sales')}
            </th>
            <th scope="col" className={classes.rare}>
              {t('home.money.canceled')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <AccountRow key={line.key} line={line} most={most} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** A marketplace with several accounts has a line of its own before them. */
function linesOf(accounts: readonly Account[], query: string, manual: string): AccountLine[] {
  const markets = [...new Set(accounts.map(({ marketplace }) => marketplace))];
  const nameOf = (marketplace: Account['marketplace']) =>
    marketplace === 'manual' ? manual : marketplaceNames[marketplace];
  const profits = (filter: string) => paths.orders.profits({ query: `${filter} ${query}` });
  return markets.flatMap((marketplace): AccountLine[] => {
    const own = accounts.filter((one) => one.marketplace === marketplace);
    const ofMarket = {
      key: marketplace,
      name: nameOf(marketplace),
      to: profits(`marketplace:${marketplace}`),
    };
    const [only] = own;
    if (own.length === 1 && only)
      return [{ ...only, ...ofMarket, name: nameBoth(ofMarket.name, only.account?.name), isInner: false }];
    const inner = own.map(({ account, now, before }) => ({
      ...{
        now,
        before,
        isInner: true,
        key: `${marketplace} ${account?.id ?? ''}`,
        name: account?.name ?? ofMarket.name,
      },
      to: account ? profits(`account:${account.id}`) : ofMarket.to,
    }));
    const sums = {
      now: addUpSums(own.map(({ now }) => now)),
      before: addUpSums(own.map(({ before }) => before)),
    };
    return [{ ...ofMarket, ...sums, isInner: false }, ...inner];
  });
}

const nameBoth = (marketplace: string, account: string | undefined) =>
  account && account !== marketplace ? `${account} · ${marketplace}` : marketplace;

function AccountRow({ line: { name, to, isInner, now, before }, most }: { line: AccountLine; most: number }) {
  const { t } = useTranslation('business');
  // Zeros beside each figure would say nothing.
  const was = (value: string) =>
    hasSales(before) && <span className={classes.before}>{t('home.money.before', { value })}</span>;
  return (
    <tr>
      <th scope="row" className={isInner ? classes.inner : undefined}>
        <Link className={classes.link} to={to}>
          {name}
        </Link>
      </th>
      <td className={classes.wide} aria-hidden>
        <Bar amounts={[now.value, before.value]} most={most} />
      </td>
      <td>
        <Money value={now.value} />
        {was(writeMoney(before.value))}
      </td>
      <td>
        {now.atMost && <AtMost />}
        <Money value={now.profit} />
        {was(bounded(writeMoney(before.profit), before.atMost))}
      </td>
      <td className={classes.rare}>
        {now.payoutAtMost && <AtMost />}
        <Money value={now.payout} />
        {was(bounded(writeMoney(before.payout), before.payoutAtMost))}
      </td>
      <td className={classes.rare}>
        <Quantity value={now.sales} />
        {was(formatQuantity(before.sales))}
      </td>
      <td className={classes.rare}>
        <Quantity value={now.canceled} />
        {was(formatQuantity(before.canceled))}
      </td>
    </tr>
  );
}

function Ads({ ads: { best, worst, ads } }: { ads: HomeAds }) {
  const { t } = useTranslation('business');
  if (ads === 0) return null;
  const most = Math.max(...[...best, ...worst].map(({ profit }) => Math.abs(profit)), 1);
  return (
    <Section title={t('home.results.ads')} hint={t('home.results.adsHint', { count: ads })}>
      <div className={classes.ads}>
        <AdTable title={t('home.results.best')} ads={best} most={most} sort="-profit" />
        <AdTable title={t('home.results.worst')} ads={worst} most={most} sort="profit" />
      </div>
    </Section>
  );
}

type AdTableProps = { title: string; ads: readonly HomeAd[]; most: number; sort: 'profit' | '-profit' };

function AdTable({ title, ads, most, sort }: AdTableProps) {
  const { t } = useTranslation('business');
  return (
    <div>
      <Title order={3} size="h5">
        {title}
      </Title>
      {ads.length === 0 ? (
        <Text size="sm" c="dimmed" py="xs">
          {t(sort === 'profit' ? 'home.results.noOthers' : 'home.results.noProfit')}
        </Text>
      ) : (
        <table className={classes.rows} aria-label={title}>
          <tbody>
            {ads.map((ad) => (
              <tr key={ad.id}>
                <th scope="row" className={classes.adName} title={ad.name}>
                  <Link className={classes.link} to={paths.advertisements.advertisement(ad.id)}>
                    {ad.name}
                  </Link>
                </th>
                <td>{t('home.results.units', { count: ad.units })}</td>
                <td>
                  <ProfitBar row={ad} most={most} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Text size="sm" pt="xs">
        <Link className={classes.link} to={paths.orders.profits({ sort })}>
          {t('home.results.all')}
        </Link>
      </Text>
    </div>
  );
}
