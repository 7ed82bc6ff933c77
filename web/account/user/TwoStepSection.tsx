import { Button, Group, Skeleton, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { auth } from '#contract/account/auth.ts';
import { useTranslation } from '../../i18n.ts';
import { invalidate, useApi } from '../../queries.ts';
import { renewSession } from '../../session.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Instant } from '../../ui/page/values.tsx';
import { useFreshAct } from '../password-gate.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { TwoStepDisableDialog } from './TwoStepDisableDialog.tsx';
import { TwoStepSetupDialog } from './TwoStepSetupDialog.tsx';

type Shown =
  | { dialog: 'setup'; secret: string; uri: string }
  | { dialog: 'codes'; codes: readonly string[] }
  | { dialog: 'disable' };

/**
 * The second step of one's own sign-in: turned off with a button to enable it, or on with recovery codes and a button
 * to disable it.
 */
export function TwoStepSection() {
  const { t } = useTranslation('account');
  const state = useApi(auth.otp, {});
  const setup = useFreshAct(auth.setupOtp);
  const newCodes = useFreshAct(auth.renewRecoveryCodes);
  const [shown, setShown] = useState<Shown | null>(null);
  const changed = () => void Promise.all([invalidate('auth.otp'), renewSession()]);

  async function begin() {
    const outcome = await setup.run({});
    if (outcome.ok) setShown({ dialog: 'setup', ...outcome.response });
  }
  async function renew() {
    const outcome = await newCodes.run({});
    if (outcome.ok) setShown({ dialog: 'codes', codes: outcome.response.recoveryCodes });
  }
  return (
    <Section title={t('twoStep.title')} hint={t('twoStep.hint')}>
      {state.error && !state.data && <ErrorState failure={state.error} retry={() => void state.refetch()} />}
      {state.isPending && <Skeleton height={36} />}
      {state.data && !state.data.activatedAt && (
        <Group justify="space-between">
          <Group gap="sm" wrap="nowrap" flex="1 1 16rem">
            <IconShieldOff size={24} stroke={1.6} style={{ flex: 'none' }} aria-hidden />
            <Text>{t('twoStep.off')}</Text>
          </Group>
          <Button loading={setup.pending} onClick={() => void begin()}>
            {t('twoStep.activate')}
          </Button>
        </Group>
      )}
      {state.data?.activatedAt && (
        <Group justify="space-between">
          <Group gap="sm" wrap="nowrap" flex="1 1 16rem">
            <IconShieldCheck
              size={24}
              stroke={1.6}
              color="var(--mantine-color-green-text)"
              style={{ flex: 'none' }}
              aria-hidden
            />
            <div>
              <Text fw={600}>
                {t('twoStep.on')} <Instant value={state.data.activatedAt} />
              </Text>
              <Text size="sm" c={state.data.recoveryCodesLeft < 3 ? 'red' : 'dimmed'}>
                {t('twoStep.codesLeft', { count: state.data.recoveryCodesLeft })}
              </Text>
            </div>
          </Group>
          <Group gap="xs">
            <Button variant="default" loading={newCodes.pending} onClick={() => void renew()}>
              {t('twoStep.newCodes')}
            </Button>
            <Button variant="default" onClick={() => setShown({ dialog: 'disable' })}>
              {t('twoStep.deactivate')}
            </Button>
          </Group>
        </Group>
      )}
      {shown?.dialog === 'setup' && (
        <TwoStepSetupDialog
          secret={shown.secret}
          uri={shown.uri}
          onClose={() => setShown(null)}
          onActivated={(codes) => {
            changed();
            setShown({ dialog: 'codes', codes });
          }}
        />
      )}
      {shown?.dialog === 'codes' && (
        <RecoveryCodesDialog
          codes={shown.codes}
          onClose={() => {
            void invalidate('auth.otp');
            setShown(null);
          }}
        />
      )}
      {shown?.dialog === 'disable' && (
        <TwoStepDisableDialog onClose={() => setShown(null)} onDisabled={changed} />
      )}
      {setup.dialog}
      {newCodes.dialog}
    </Section>
  );
}
