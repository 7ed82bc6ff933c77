import { Anchor, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { Balance } from '#contract/inventory/balance.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { type Href, paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Facts } from '../../ui/page/Facts.tsx';
import { Link, useGo, useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Timeline } from '../../ui/page/Timeline.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { Instant, Money } from '../../ui/page/values.tsx';
import { Scan } from '../../ui/scan/Scan.tsx';
import { useSession } from '../../use-session.ts';
import { BalanceActions } from './BalanceActions.tsx';
import { balanceBadges } from './balance-badges.ts';
import { CountForm } from './CountForm.tsx';
import { useBalanceScan } from './use-balance-scan.ts';

/** One count: the volumes to count while it is open, its result, and who counted what. */
export default function BalancePage() {
  const { t } = useTranslation('inventory');
  const id = useIdParam();
  const result = useApi(api.balances.detail, { params: { id } });
  const trail = [{ label: t('balances.title'), to: paths.inventory.balance() }];
  if (!result.data)
    return (
      <UnreadPage
        title={t('balances.numbered', { id })}
        trail={trail}
        failed={actMessage('failures', 'balances.detail')}
        result={result}
      />
    );
  return <Count balance={result.data} trail={trail} />;
}

function Count({ balance, trail }: { balance: Balance; trail: { label: string; to: Href }[] }) {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  const { state } = balance;
  const again = state === 'recount' && balance.countedByYou;
  const mayCount = can('balances.start') || (can('balances.count') && balance.origin === 'zero_check');
  const counting = (state === 'open' || state === 'recount') && mayCount && !again;
  return (
    <Page
      title={balance.volume.name}
      trail={trail}
      badge={<StateBadge {...balanceBadges[state]} label={t(`balances.states.${state}`)} />}
      hint={[balance.position ?? t('balances.noPosition'), balance.warehouse.name, balance.variation?.name]
        .filter(Boolean)
        .join(' · ')}
    >
      <Outcome balance={balance} />
      {counting ? (
        <CountForm key={balance.counts} balance={balance} />
      ) : (
        can('balances.count') && <NextCount />
      )}
      <BalanceActions balance={balance} />
      {balance.rounds.length > 0 && <Rounds balance={balance} />}
      <BalanceFacts balance={balance} />
    </Page>
  );
}

/** After a volume is counted, the next one is scanned on the same screen. */
function NextCount() {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  const go = useGo();
  const scan = useBalanceScan((code) => go(paths.inventory.balance({ query: `place:"${code}"` })));
  return (
    <Scan
      onScan={scan}
      label={t('balances.scan')}
      hint={can('balances.start') ? t('balances.scanHint') : ''}
    />
  );
}

/** The next step or the result, readable at arm's length. */
function Outcome({ balance }: { balance: Balance }) {
  const { t } = useTranslation('inventory');
  const { state, rounds, countedByYou } = balance;
  const said = () => {
    if (state === 'open') return rounds.length > 0 ? t('balances.result.open') : t('balances.blind');
    if (state === 'recount') return countedByYou ? t('balances.yours') : t('balances.second');
    if (state === 'waiting_approval') return t('balances.waiting');
    return t(`balances.result.${state}`);
  };
  return (
    <>
      <Text fz={22} fw={700} lh={1.3} role="status" data-outcome={state}>
        {said()}
      </Text>
      {balance.endedAt === null ? (
        <Text c="dimmed">
          {t(balance.kind === 'suspect' ? 'balances.suspectHint' : 'balances.routineHint')}
        </Text>
      ) : (
        <Anchor data-touch component={Link} to={paths.inventory.balance()} fz={18}>
          {t('balances.next')}
        </Anchor>
      )}
    </>
  );
}

function Rounds({ balance }: { balance: Balance }) {
  const { t } = useTranslation('inventory');
  return (
    <Section title={t('balances.rounds')}>
      <Timeline
        label={t('balances.rounds')}
        events={balance.rounds.map((round) => ({
          key: round.at,
          at: round.at,
          author: round.author,
          title: t(`balances.outcomes.${round.outcome}`),
          detail: round.lines
            .map(({ sku, counted, expected }) => t('balances.line', { sku, counted, expected }))
            .join(' · '),
          tone: round.outcome === 'equal' ? 'good' : 'attention',
        }))}
      />
    </Section>
  );
}

function BalanceFacts({ balance }: { balance: Balance }) {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  const seesExpected = balance.goods.some(({ expected }) => expected !== null);
  const facts = [
    [t('balances.kind'), t(`balances.kinds.${balance.kind}`)],
    [t('balances.origin'), t(`balances.origins.${balance.origin}`)],
    [t('balances.started'), <Instant key="started" value={balance.startedAt} />],
    [t('balances.startedBy'), balance.startedBy || t('balances.schedule')],
    ...(balance.endedAt
      ? ([
          [t('balances.ended'), <Instant key="ended" value={balance.endedAt} />],
          [t('balances.endedBy'), balance.endedBy],
        ] as const)
      : []),
    ...(balance.difference === null && seesExpected
      ? []
      : ([
          [
            t('balances.difference'),
            balance.difference === null
              ? t('balances.hidden')
              : t('balances.differenceUnits', { count: balance.difference }),
          ],
        ] as const)),
    ...(balance.cause ? ([[t('balances.cause'), t(`balances.causes.${balance.cause}`)]] as const) : []),
    ...(can('prices.read') && balance.differenceCentavos !== null
      ? ([[t('balances.value'), <Money key="value" value={balance.differenceCentavos} />]] as const)
      : []),
  ] as const;
  return <Facts facts={facts} />;
}
