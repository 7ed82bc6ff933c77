import { Group, Text } from '@mantine/core';
import { IconExternalLink, IconLinkOff, IconRefresh } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { SupplyRequest } from '#contract/supply/supply-request.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import { CopyButton } from '../ui/page/CopyButton.tsx';
import { Section } from '../ui/page/Section.tsx';

/** The vendor's link: open, copy, renew, revoke. */
export function PrintLinkSection({ request }: { request: SupplyRequest }) {
  const { t } = useTranslation('supply');
  const renew = useAct(api.supplyRequests.renewLink);
  const revoke = useAct(api.supplyRequests.revokeLink);
  const { id, printKey } = request;
  const path = printKey === null ? null : paths.supply.printable(printKey);
  const permission = 'supply-requests.update' as const;
  return (
    <Section title={t('link.title')} hint={t('link.hint')}>
      {path === null && <Text>{t('link.none')}</Text>}
      <Group gap="xs">
        {path !== null && <CopyButton value={`${window.location.origin}${path}`} label={t('link.copy')} />}
        <Actions
          items={[
            path !== null && {
              key: 'open',
              label: t('link.open'),
              icon: IconExternalLink,
              run: () => window.open(path, '_blank', 'noopener'),
            },
            {
              key: 'renew',
              label: t(path === null ? 'link.create' : 'link.renew'),
              icon: IconRefresh,
              permission,
              ...(path !== null && {
                confirm: {
                  title: t('link.renewSure'),
                  message: t('link.renewHint'),
                  confirm: t('link.renew'),
                },
              }),
              run: () => renew.run({ params: { id }, body: {} }),
            },
            path !== null && {
              key: 'revoke',
              label: t('link.revoke'),
              icon: IconLinkOff,
              permission,
              confirm: {
                title: t('link.revokeSure'),
                message: t('link.renewHint'),
                confirm: t('link.revoke'),
                tone: 'bad' as const,
              },
              run: () => revoke.run({ params: { id } }),
            },
          ]}
        />
      </Group>
    </Section>
  );
}
