import { SimpleGrid, Stack } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { AccountDoctor } from '#contract/marketplaces/account-doctor.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { useIdParam } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { UnreadPage } from '../../ui/page/UnreadPage.tsx';
import { AccountActions } from '../AccountActions.tsx';
import { AccountBadge } from '../AccountBadge.tsx';
import { ReputationPanel } from '../reputation/ReputationPanel.tsx';
import { AdsInError, LastCalls, Searches, Topics } from './DoctorTables.tsx';
import { Fact } from './Fact.tsx';
import { Findings } from './Findings.tsx';
import { PaidFees } from './PaidFees.tsx';

/** The state of one account at its marketplace: problems with the button that fixes each, then known facts. */
export default function AccountPage() {
  const { t } = useTranslation('marketplaces');
  const id = useIdParam();
  const found = useApi(api.accountDoctors.detail, { params: { id } });
  // Waits for the first response, since later content would move the rest.
  const reputation = useApi(api.reputations.detail, { params: { id } });
  const payouts = useApi(api.payoutReadings.detail, { params: { id } });
  const isFirst = (result: { isPending: boolean; failureCount: number }) =>
    result.isPending && result.failureCount === 0;
  const trail = [{ label: t('accounts.title'), to: paths.marketplaces.accounts() }];
  if (!found.data || isFirst(reputation) || isFirst(payouts))
    return (
      <UnreadPage
        title={t('doctor.title')}
        trail={trail}
        failed={actMessage('failures', 'accountDoctors.detail')}
        result={found}
      />
    );
  const doctor = found.data;
  return (
    <Page
      title={doctor.account.name}
      hint={t('doctor.hint')}
      trail={trail}
      badge={<AccountBadge account={{ ...doctor.account, parkedAnswers: [] }} />}
      actions={<AccountActions account={doctor.account} />}
    >
      <Stack>
        <Findings doctor={doctor} />
        <ReputationPanel account={doctor.account} />
        <Facts doctor={doctor} />
        {doctor.fees && <PaidFees fees={doctor.fees} />}
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Topics doctor={doctor} />
          <Searches doctor={doctor} payouts={payouts.data} />
        </SimpleGrid>
        <AdsInError doctor={doctor} />
        <LastCalls doctor={doctor} />
      </Stack>
    </Page>
  );
}

function Facts({ doctor }: { doctor: AccountDoctor }) {
  const { t } = useTranslation('marketplaces');
  const check = useAct(api.accountDoctors.check);
  const { token, missed, waitingPushes, clockAheadMilliseconds: ahead } = doctor;
  const at = (instant: string | null | undefined) => (instant ? formatInstant(instant) : t('doctor.unknown'));
  const seconds = ahead === null ? 0 : Math.round(Math.abs(ahead) / 1000);
  return (
    <Section
      title={t('doctor.title')}
      actions={
        <Actions
          size="xs"
          items={[
            {
              key: 'check',
              label: t('doctor.mends.check'),
              icon: IconStethoscope,
              permission: 'accounts.reconnect',
              run: () => check.run({ params: { id: doctor.account.id } }),
            },
          ]}
        />
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Fact label={t('doctor.token')}>
          {token?.expiresAt ? (
            <>
              {t('doctor.issued')} {at(token.issuedAt)}
              <br />
              {t('doctor.expires')} {at(token.expiresAt)}
            </>
          ) : (
            t(token ? 'doctor.lasting' : 'doctor.noToken')
          )}
        </Fact>
        <Fact label={t('doctor.clock')}>
          {ahead === null
            ? t('doctor.unknown')
            : t(seconds > 60 ? 'doctor.clockOff' : 'doctor.clockRight', { seconds })}
        </Fact>
        <Fact label={t('doctor.pushes')}>
          {waitingPushes.count === 0
            ? t('doctor.pushesNone')
            : t('doctor.pushesSince', { count: waitingPushes.count, at: at(waitingPushes.oldestAt) })}
        </Fact>
        <Fact label={t('doctor.missed')}>
          {missed === null
            ? t('doctor.missedNotKept')
            : missed.at === null
              ? t('doctor.missedNone')
              : t('doctor.missedSome', { count: missed.count, at: at(missed.at) })}
        </Fact>
      </SimpleGrid>
    </Section>
  );
}
