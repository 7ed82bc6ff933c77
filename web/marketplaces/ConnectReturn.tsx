import { Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useGo } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { takeReturnPath } from './use-connect.ts';

type ConnectReturnProps = {
  state: string;
  code: string | undefined;
  error: string | undefined;
  /** All parameters that the consent page added. */
  said: Record<string, string>;
};

/** The return from the consent page: its result is submitted once and removed from the address. */
export function ConnectReturn({ state, code, error, said }: ConnectReturnProps) {
  const { t } = useTranslation('marketplaces');
  const go = useGo();
  const connect = useAct(api.marketplaceAccounts.connect);
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    void connect
      .run({ body: { state, code, error, said } })
      .then((done) => go((done.ok && takeReturnPath()) || paths.marketplaces.accounts(), { replace: true }));
  }, [connect, state, code, error, said, go]);
  return (
    <Page title={t('accounts.title')} width="narrow">
      <Paper>
        <Stack align="center" gap="sm" py="xl" role="status">
          <Loader />
          <Title order={2}>{t('accounts.connecting')}</Title>
          <Text c="dimmed">{t('accounts.connectingHint')}</Text>
        </Stack>
      </Paper>
    </Page>
  );
}
