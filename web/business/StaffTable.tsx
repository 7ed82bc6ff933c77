import { Badge, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconShieldOff, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Collaborator, staffFilter, staffSorts } from '#contract/business/staff.ts';
import { dayOf } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { roles } from '#contract/permissions.ts';
import { useFreshAct } from '../account/password-gate.tsx';
import { actMessage, useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import { renewSession } from '../session.ts';
import { Actions } from '../ui/actions/Actions.tsx';
import { FilterBar } from '../ui/filter/FilterBar.tsx';
import { Day, Instant } from '../ui/page/values.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { useListState } from '../ui/table/list-state.ts';
import { useSession } from '../use-session.ts';
import { CollaboratorDialog } from './StaffDialogs.tsx';

export function StaffTable() {
  const { t } = useTranslation('business');
  const { t: ui } = useTranslation();
  const list = useListState({ fields: staffFilter, sorts: staffSorts, sort: 'name' });
  const staff = useApi(api.staff.list, { query: list.query });
  const [changing, setChanging] = useState<Collaborator | null>(null);
  return (
    <Stack gap="sm">
      <FilterBar
        list={list}
        placeholder={t('staff.search')}
        controls={[
          {
            field: 'role',
            label: t('staff.roles'),
            options: roles.map((role) => ({ value: role, label: t(`roles.${role}`) })),
          },
        ]}
      />
      <DataTable
        name="staff"
        label={t('staff.title')}
        list={list}
        result={staff}
        failed={actMessage('failures', 'staff.list')}
        rowName={(row) => row.name}
        exportFrom={api.staff.export}
        columns={[
          {
            key: 'name',
            label: t('staff.name'),
            cell: (row) => <Name person={row} />,
            sort: 'name',
            card: 'title',
          },
          { key: 'email', label: t('staff.email'), cell: (row) => row.email, sort: 'email', width: 230 },
          {
            key: 'roles',
            label: t('staff.roles'),
            cell: (row) => <Roles roles={row.roles} />,
            width: 180,
          },
          {
            key: 'warehouses',
            label: t('staff.warehouses'),
            cell: (row) =>
              row.warehouses?.map(({ name }) => name).join(', ') ?? (
                <Text span c="dimmed" inherit>
                  {t('staff.allWarehouses')}
                </Text>
              ),
            hidden: true,
          },
          {
            key: 'twoStep',
            label: t('twoStep.column'),
            cell: (row) => <TwoStepState person={row} />,
            width: 120,
          },
          {
            key: 'since',
            label: t('staff.since'),
            cell: (row) => <Day value={dayOf(row.createdAt)} />,
            sort: 'created',
            width: 110,
          },
          {
            key: 'actions',
            file: [],
            label: ui('table.actions'),
            card: 'acts',
            cell: (row) => <PersonActions person={row} change={() => setChanging(row)} />,
            permission: 'staff.manage',
            width: 270,
          },
        ]}
        empty={{
          title: t('staff.empty'),
          hint: t('staff.emptyHint'),
          noAction: 'the reader is always in it',
        }}
      />
      <CollaboratorDialog person={changing} onClose={() => setChanging(null)} />
    </Stack>
  );
}

function Name({ person }: { person: Collaborator }) {
  const { t } = useTranslation('business');
  return (
    <Group gap={6} wrap="nowrap">
      <Text span inherit fw={600} truncate>
        {person.name}
      </Text>
      {person.self && (
        <Text span size="sm" c="dimmed">
          ({t('staff.you')})
        </Text>
      )}
    </Group>
  );
}

function TwoStepState({ person }: { person: Collaborator }) {
  const { t } = useTranslation('business');
  if (person.twoStepResetAt !== null)
    return (
      <Text span inherit c="orange">
        {t('twoStep.resetAt')} <Instant value={person.twoStepResetAt} />
      </Text>
    );
  return t(person.twoStep ? 'twoStep.active' : 'twoStep.inactive');
}

export function Roles({ roles: held }: { roles: Collaborator['roles'] }) {
  const { t } = useTranslation('business');
  return (
    <Group gap={4}>
      {held.map((role) => (
        <Badge key={role} variant={role === 'owner' ? 'filled' : 'light'} tt="none" radius="sm">
          {t(`roles.${role}`)}
        </Badge>
      ))}
    </Group>
  );
}

function PersonActions({ person, change }: { person: Collaborator; change: () => void }) {
  const { t } = useTranslation('business');
  const { session } = useSession();
  const business = session?.business?.name ?? '';
  const reset = useFreshAct(api.staff.resetTwoStep);
  const remove = useFreshAct(api.staff.remove, {
    onSuccess: () => {
      if (person.self) void renewSession();
    },
  });
  return (
    <>
      <Actions
        size="xs"
        items={[
          {
            key: 'change',
            label: t('staff.change'),
            icon: IconPencil,
            permission: 'staff.manage',
            run: change,
          },
          {
            key: 'reset',
            label: t('twoStep.reset'),
            icon: IconShieldOff,
            permission: 'staff.manage',
            secondary: true,
            refused: person.twoStep && !person.self ? undefined : t('twoStep.inactive'),
            confirm: {
              title: t('twoStep.resetSure', { name: person.name }),
              message: t('twoStep.resetText'),
              confirm: t('twoStep.reset'),
              tone: 'bad',
            },
            run: () => reset.run({ params: { id: person.id } }),
          },
          {
            key: 'remove',
            label: t('staff.remove'),
            icon: IconUserMinus,
            permission: 'staff.manage',
            tone: 'bad',
            confirm: {
              title: t('staff.removeSure', { name: person.name }),
              message: t(person.self ? 'staff.leaveText' : 'staff.removeText', { business }),
              confirm: t('staff.remove'),
              tone: 'bad',
            },
            run: () => remove.run({ params: { id: person.id } }),
          },
        ]}
      />
      {remove.dialog}
      {reset.dialog}
    </>
  );
}
