import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconMedal, IconRefresh, IconShield } from '@tabler/icons-react';
import { formatDay, formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { MarketplaceAccount } from '#contract/marketplaces/marketplace-account.ts';
import type { ReputationView } from '#contract/marketplaces/reputation.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { FigureBar } from './FigureBar.tsx';
import classes from './Reputation.module.css';
import { LevelBadge } from './ReputationBadge.tsx';
import { useReputationWords } from './reputation-words.ts';
import { Threats } from './Threats.tsx';
import { Trend } from './Trend.tsx';

type Account = Pick<MarketplaceAccount, 'id' | 'state' | 'capabilities'>;

/** The seller's reputation at the marketplace: figures with limits, what would cross them, and open risks. */
export function ReputationPanel({ account }: { account: Account }) {
  const { t } = useTranslation('marketplaces');
  if (!account.capabilities.tellsReputation)
    return (
      <Section title={t('reputation.title')}>
        <Dimmed text={t('reputation.notTold')} />
      </Section>
    );
  return <ToldReputation account={account} />;
}

function ToldReputation({ account: { id, state } }: { account: Account }) {
  const { t } = useTranslation('marketplaces');
  const found = useApi(api.reputations.detail, { params: { id } });
  const read = useAct(api.reputations.read);
  return (
    <Section
      title={t('reputation.title')}
      hint={t('reputation.hint')}
      actions={
        <Actions
          size="xs"
          items={[
            {
              key: 'read',
              label: t('reputation.read'),
              icon: IconRefresh,
              permission: 'accounts.reconnect',
              refused: state === 'connected' ? undefined : t('accounts.syncRefused'),
              run: () => read.run({ params: { id } }),
            },
          ]}
        />
      }
    >
      {found.data ? (
        <Told view={found.data} />
      ) : found.isError ? (
        <Alert color="red">{actMessage('failures', 'reputations.detail')}</Alert>
      ) : null}
    </Section>
  );
}

const Dimmed = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);

function Told({ view }: { view: ReputationView }) {
  const { t } = useTranslation('marketplaces');
  const { reading, figures, failure, failedAt, readAt } = view;
  const isEstimated = figures.some(({ limits }) => limits.some(({ spare }) => spare !== null));
  return (
    <Stack gap="md">
      {failure && failedAt && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
          {t(`reputation.failed.${failure}`, { at: formatInstant(failedAt) })}
        </Alert>
      )}
      {reading ? (
        <>
          <Head reading={reading} />
          {figures.length > 0 && (
            <ul className={classes.figures}>
              {figures.map((figure) => (
                <FigureBar key={figure.code} figure={figure} />
              ))}
            </ul>
          )}
          {reading.limitsPublishedOn && (
            <Dimmed text={t('reputation.limitsOf', { day: formatDay(reading.limitsPublishedOn) })} />
          )}
          {isEstimated && <Dimmed text={t('reputation.estimate')} />}
        </>
      ) : (
        <Dimmed text={t('reputation.neverRead')} />
      )}
      <Threats view={view} />
      {reading && <Trend view={view} />}
      {readAt && <Dimmed text={t('reputation.readAt', { at: formatInstant(readAt) })} />}
    </Stack>
  );
}

type Reading = NonNullable<ReputationView['reading']>;

/** The level, the medal, the basis of the figures, and the real level if the seller is protected. */
function Head({ reading }: { reading: Reading }) {
  const { t } = useTranslation('marketplaces');
  const words = useReputationWords();
  const { level, medal, protection, sales, days } = reading;
  return (
    <>
      <Group gap="sm">
        <LevelBadge level={level} />
        {medal && (
          <StateBadge
            tone="info"
            icon={IconMedal}
            label={
              medal.known
                ? t(`reputation.medals.${medal.known}`)
                : t('reputation.medalTold', { name: medal.told })
            }
          />
        )}
        {sales !== null && (
          <Text size="sm" c="dimmed">
            {days === null
              ? t('reputation.sales', { count: sales })
              : t('reputation.salesInDays', { count: sales, days })}
          </Text>
        )}
      </Group>
      {level === null && <Dimmed text={t('reputation.tooFew')} />}
      {protection && (
        <Alert color="blue" icon={<IconShield aria-hidden />}>
          {protection.until
            ? t('reputation.protectedUntil', { at: formatDayOf(protection.until) })
            : t('reputation.protected')}{' '}
          {protection.level && t('reputation.trueLevel', { level: words.level(protection.level) })}
        </Alert>
      )}
    </>
  );
}

const formatDayOf = (instant: string) => formatInstant(instant).slice(0, 10);
