import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Collaborator } from '#contract/business/staff.ts';
import { api } from '#contract/index.ts';
import type { Role } from '#contract/permissions.ts';
import { usePasswordGate } from '../account/password-gate.tsx';
import { useTranslation } from '../i18n.ts';
import { renewSession } from '../session.ts';
import { Form } from '../ui/form/Form.tsx';
import { type FormState, useForm } from '../ui/form/form-state.ts';
import { TextField } from '../ui/form/TextField.tsx';
import { RolesField } from './RolesField.tsx';
import { isWarehouseBound, WarehousesField } from './WarehousesField.tsx';

type Rights = { roles: Role[]; warehouseIds: number[] };

const sent = ({ roles, warehouseIds }: Rights) => ({
  roles,
  warehouseIds: isWarehouseBound(roles) && warehouseIds.length > 0 ? warehouseIds : null,
});

type DialogProps = { opened: boolean; onClose: () => void };

export function InviteDialog({ opened, onClose }: DialogProps) {
  const { t } = useTranslation('business');
  return (
    <Frame title={t('staff.inviteTitle')} opened={opened} onClose={onClose}>
      <InviteForm onClose={onClose} />
    </Frame>
  );
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('business');
  const gate = usePasswordGate();
  const initial: Rights & { email: string } = { email: '', roles: [], warehouseIds: [] };
  const form = useForm({
    endpoint: api.staff.create,
    initial,
    send: ({ email, ...rights }) => ({ body: { email, ...sent(rights) } }),
    onFailure: (failure) =>
      gate.handles(failure, () => {
        void form.submit();
      }),
    onSaved: onClose,
  });
  return (
    <>
      <Form form={form} guard={false}>
        <Text c="dimmed">{t('staff.inviteHint')}</Text>
        <TextField
          {...form.field('email')}
          label={t('staff.email')}
          type="email"
          autoComplete="off"
          required
          autoFocus
        />
        <RightsFields form={form} />
        <Footer label={t('staff.send')} pending={form.pending} onClose={onClose} />
      </Form>
      {gate.dialog}
    </>
  );
}

export function CollaboratorDialog({
  person,
  onClose,
}: {
  person: Collaborator | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('business');
  return (
    <Frame
      title={t('staff.changeTitle', { name: person?.name ?? '' })}
      opened={person !== null}
      onClose={onClose}
    >
      {person && <RightsForm person={person} onClose={onClose} />}
    </Frame>
  );
}

function RightsForm({ person, onClose }: { person: Collaborator; onClose: () => void }) {
  const { t } = useTranslation('business');
  const { t: ui } = useTranslation();
  const gate = usePasswordGate();
  const initial: Rights = {
    roles: person.roles,
    warehouseIds: (person.warehouses ?? []).map(({ id }) => id),
  };
  const form = useForm({
    endpoint: api.staff.update,
    initial,
    version: person.version,
    send: (rights, version) => ({ params: { id: person.id }, body: sent(rights), version }),
    onFailure: (failure) =>
      gate.handles(failure, () => {
        void form.submit();
      }),
    onSaved: () => {
      if (person.self) void renewSession();
      onClose();
    },
  });
  return (
    <>
      <Form form={form} guard={false}>
        <Text c="dimmed">{t('staff.changeHint')}</Text>
        <RightsFields form={form} />
        <Footer label={ui('act.save')} pending={form.pending} onClose={onClose} />
      </Form>
      {gate.dialog}
    </>
  );
}

function RightsFields<V extends Rights>({ form }: { form: Pick<FormState<V>, 'values'> & RightsBinding }) {
  return (
    <>
      <RolesField {...form.field('roles')} />
      {isWarehouseBound(form.values.roles) && <WarehousesField {...form.field('warehouseIds')} />}
    </>
  );
}

type RightsBinding = { field: FormState<Rights>['field'] };

function Frame({ title, opened, onClose, children }: DialogProps & { title: string; children: ReactNode }) {
  const { t: ui } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      {children}
    </Modal>
  );
}

function Footer({ label, pending, onClose }: { label: string; pending: boolean; onClose: () => void }) {
  const { t: ui } = useTranslation();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {ui('act.cancel')}
      </Button>
      <Button type="submit" loading={pending}>
        {label}
      </Button>
    </Group>
  );
}
