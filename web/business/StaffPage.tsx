import { Badge, Tabs } from '@mantine/core';
import { IconMailPlus, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { useApi } from '../queries.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import { useGo } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { useSession } from '../use-session.ts';
import { InvitationTable } from './InvitationTable.tsx';
import { InviteDialog } from './StaffDialogs.tsx';
import { StaffTable } from './StaffTable.tsx';

/** Members and invitations of the business. */
export default function StaffPage() {
  const { t } = useTranslation('business');
  const go = useGo();
  const { session } = useSession();
  const { tab: asked }: { tab?: string } = useSearch({ strict: false });
  const tab = asked === 'invitations' ? 'invitations' : 'staff';
  const [inviting, setInviting] = useState(false);
  const pending = useApi(api.staffInvitations.list, { query: { size: '1' } }).data?.total ?? 0;
  return (
    <Page
      title={t('staff.title')}
      hint={t('staff.hint', { business: session?.business?.name ?? '' })}
      actions={
        <Actions
          items={[
            {
              key: 'invite',
              label: t('staff.add'),
              icon: IconUserPlus,
              tone: 'primary',
              permission: 'staff.manage',
              run: () => setInviting(true),
            },
          ]}
        />
      }
    >
      <Tabs
        value={tab}
        onChange={(next) =>
          go(paths.business.staff({ tab: next === 'staff' ? undefined : (next ?? undefined) }))
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="staff" leftSection={<IconUsers size={16} aria-hidden />}>
            {t('staff.tab')}
          </Tabs.Tab>
          <Tabs.Tab
            value="invitations"
            leftSection={<IconMailPlus size={16} aria-hidden />}
            rightSection={pending > 0 && <Badge size="sm">{pending}</Badge>}
          >
            {t('invitations.tab')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="staff">
          <StaffTable />
        </Tabs.Panel>
        <Tabs.Panel value="invitations">
          <InvitationTable invite={() => setInviting(true)} />
        </Tabs.Panel>
      </Tabs>
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
    </Page>
  );
}
