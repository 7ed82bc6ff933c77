import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type {
  AccountDoctor,
  AccountFinding,
  FindingKind,
  Mend,
} from '#contract/marketplaces/account-doctor.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { RatesDialog } from '../rates/RatesDialog.tsx';
import { useConnect } from '../use-connect.ts';

type Examined = Pick<AccountDoctor, 'findings'> & {
  account: Pick<AccountDoctor['account'], 'id' | 'name' | 'marketplace' | 'rates'>;
};

/** What somebody else has to do, or what happens by itself. */
const hinted = ['clock_off', 'not_answering', 'calls_failing', 'token_over'] as const;
const hasHint = (kind: FindingKind): kind is (typeof hinted)[number] => hinted.some((one) => one === kind);

/** Problems, each with the button that fixes it, or with instructions if no button can. */
export function Findings({ doctor }: { doctor: Examined }) {
  const { t } = useTranslation('marketplaces');
  const [isRating, setRating] = useState(false);
  const mends = useMends(doctor, () => setRating(true));
  const { findings, account } = doctor;
  return (
    <Stack gap="xs" role="status">
      {findings.length === 0 && (
        <Alert color="green" icon={<IconCircleCheck aria-hidden />}>
          {t('doctor.fine')}
        </Alert>
      )}
      {findings.map((finding) => (
        <Alert
          key={`${finding.kind} ${finding.about}`}
          color={finding.severity === 'bad' ? 'red' : 'orange'}
          icon={finding.severity === 'bad' ? <IconCircleX aria-hidden /> : <IconAlertTriangle aria-hidden />}
        >
          <Group justify="space-between">
            <div>
              <Text size="sm">
                <FindingText finding={finding} />
              </Text>
              {hasHint(finding.kind) && <Text size="sm">{t(`doctor.hints.${finding.kind}`)}</Text>}
            </div>
            {finding.mend && <Actions size="xs" items={[mends[finding.mend]]} />}
          </Group>
        </Alert>
      ))}
      {isRating && <RatesDialog account={account} rates={account.rates} onClose={() => setRating(false)} />}
    </Stack>
  );
}

function FindingText({ finding: { kind, about, count, at } }: { finding: AccountFinding }) {
  const { t } = useTranslation('marketplaces');
  const facts = {
    about: about ? t(`doctor.about.${about}`) : '',
    count: count ?? 0,
    at: at ? formatInstant(at) : t('doctor.never'),
  };
  return <>{t(`doctor.findings.${kind}`, facts)}</>;
}

function useMends({ account }: Examined, askForRates: () => void): Record<Mend, Action> {
  const { t } = useTranslation('marketplaces');
  const { connect } = useConnect();
  const check = useAct(api.accountDoctors.check);
  const listen = useAct(api.accountDoctors.listen);
  const sync = useAct(api.marketplaceAccounts.sync);
  const params = { id: account.id };
  const act = (mend: Mend, rest: Partial<Action>): Action => ({
    key: mend,
    label: t(`doctor.mends.${mend}`),
    permission: 'accounts.reconnect',
    ...rest,
  });
  return {
    reconnect: act('reconnect', { tone: 'primary', run: () => connect(account.marketplace.id) }),
    // Calls the marketplace now: renews an expired grant and shows whether calls succeed again.
    renew: act('renew', { run: () => check.run({ params }) }),
    retry: act('retry', { run: () => check.run({ params }) }),
    listen: act('listen', { run: () => listen.run({ params }) }),
    sync: act('sync', { permission: 'publications.update', run: () => sync.run({ params }) }),
    rates: act('rates', { permission: 'publications.update', run: askForRates }),
    ads: act('ads', {
      permission: 'advertisements.read',
      to: paths.advertisements.list({ query: `account:${account.id} faulty:true` }),
    }),
  };
}
