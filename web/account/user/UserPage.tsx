import { Box, Skeleton, Stack, Tabs } from '@mantine/core';
import { IconBuildingStore, IconHeartHandshake, IconLock, IconUser } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { api } from '#contract/index.ts';
import { BusinessSection } from '../../business/BusinessSection.tsx';
import { CompaniesTable } from '../../business/CompaniesTable.tsx';
import { MyBusinesses } from '../../business/MyBusinesses.tsx';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useSession } from '../../use-session.ts';
import { DevicesSection } from './DevicesSection.tsx';
import { PasskeysSection } from './PasskeysSection.tsx';
import { PasswordSection } from './PasswordForm.tsx';
import { PinSection } from './PinSection.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { RemovalSection } from './RemovalSection.tsx';
import { TwoStepSection } from './TwoStepSection.tsx';

const tabs = [
  { key: 'profile', icon: IconUser, permission: null },
  { key: 'security', icon: IconLock, permission: null },
  { key: 'business', icon: IconBuildingStore, permission: null },
  { key: 'partners', icon: IconHeartHandshake, permission: 'companies.read' },
] as const;

/** Profile, security, businesses and trade partners of the signed-in person. */
export default function UserPage() {
  const { t } = useTranslation('account');
  const go = useGo();
  const { can } = useSession();
  const { tab: asked }: { tab?: string } = useSearch({ strict: false });
  const shown = tabs.filter(({ permission }) => permission === null || can(permission));
  const tab = shown.find(({ key }) => key === asked)?.key ?? 'profile';
  return (
    <Page title={t('user.title')} width={tab === 'partners' ? 'wide' : 'narrow'}>
      <Tabs
        value={tab}
        onChange={(next) => go(paths.account.user({ tab: next ?? undefined }))}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {shown.map(({ key, icon: Icon }) => (
            <Tabs.Tab
              key={key}
              value={key}
              leftSection={
                <Box component="span" display="flex" visibleFrom="xs">
                  <Icon size={16} aria-hidden />
                </Box>
              }
            >
              {t(`user.tabs.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="profile">
          <ProfileTab />
        </Tabs.Panel>
        <Tabs.Panel value="security">
          <Stack>
            <PasswordSection />
            <TwoStepSection />
            <PasskeysSection />
            <PinSection />
            <DevicesSection />
            <RemovalSection />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="business">
          <Stack>
            <MyBusinesses />
            {can('business.read') && <BusinessSection />}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="partners">
          <CompaniesTable />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function ProfileTab() {
  const { t } = useTranslation('account');
  const { data, error, refetch } = useApi(api.user.detail, {});
  if (error)
    return <ErrorState failure={error} title={t('failures.user.detail')} retry={() => void refetch()} />;
  return data ? <ProfileForm profile={data} /> : <Skeleton height={160} />;
}
