import { IconClock, IconClockX, IconMailForward, IconX } from '@tabler/icons-react';
import { type Invitation, invitationSorts } from '#contract/business/staff.ts';
import { api } from '#contract/index.ts';
import { useFreshAct } from '../account/password-gate.tsx';
import { useAct } from '../acts.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import { StateBadge } from '../ui/page/StateBadge.tsx';
import { Instant } from '../ui/page/values.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { useListState } from '../ui/table/list-state.ts';
import { Roles } from './StaffTable.tsx';

/** Open invitations. */
export function InvitationTable({ invite }: { invite: () => void }) {
  const { t } = useTranslation('business');
  const { t: ui } = useTranslation();
  const list = useListState({ sorts: invitationSorts, sort: '-created' });
  const invitations = useApi(api.staffInvitations.list, { query: list.query });
  return (
    <DataTable
      name="invitations"
      label={t('invitations.tab')}
      list={list}
      result={invitations}
      failed={actMessage('failures', 'staffInvitations.list')}
      rowName={(row) => row.email}
      columns={[
        { key: 'email', label: t('staff.email'), cell: (row) => row.email, sort: 'email', card: 'title' },
        {
          key: 'roles',
          label: t('staff.roles'),
          cell: (row) => <Roles roles={row.roles} />,
          width: 200,
        },
        {
          key: 'state',
          label: t('invitations.state'),
          cell: (row) =>
            row.expired ? (
              <StateBadge tone="bad" icon={IconClockX} label={t('invitations.expired')} />
            ) : (
              <StateBadge tone="progress" icon={IconClock} label={t('invitations.waiting')} />
            ),
          card: 'badge',
          width: 140,
        },
        { key: 'by', label: t('invitations.invitedBy'), cell: (row) => row.invitedBy, width: 160 },
        {
          key: 'expires',
          label: t('invitations.expires'),
          cell: (row) => <Instant value={row.expiresAt} />,
          width: 150,
        },
        {
          key: 'actions',
          label: ui('table.actions'),
          card: 'acts',
          cell: (row) => <InvitationActions invitation={row} />,
          permission: 'staff.manage',
          width: 290,
        },
      ]}
      empty={{
        title: t('invitations.empty'),
        hint: t('invitations.emptyHint'),
        action: (
          <Actions
            items={[
              { key: 'add', label: t('staff.add'), permission: 'staff.manage', tone: 'primary', run: invite },
            ]}
          />
        ),
      }}
    />
  );
}

function InvitationActions({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('business');
  const { id, email } = invitation;
  const resend = useFreshAct(api.staffInvitations.resend);
  const cancel = useAct(api.staffInvitations.remove);
  return (
    <>
      <Actions
        size="xs"
        items={[
          {
            key: 'resend',
            label: t('invitations.resend'),
            icon: IconMailForward,
            permission: 'staff.manage',
            run: () => resend.run({ params: { id } }),
          },
          {
            key: 'cancel',
            label: t('invitations.cancel'),
            icon: IconX,
            permission: 'staff.manage',
            tone: 'bad',
            confirm: {
              title: t('invitations.cancelSure', { email }),
              message: t('invitations.cancelText'),
              confirm: t('invitations.cancel'),
              tone: 'bad',
            },
            run: () => cancel.run({ params: { id } }),
          },
        ]}
      />
      {resend.dialog}
    </>
  );
}
