import { Modal, Text } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { InventoryLocation } from '#contract/inventory/inventory-location.ts';
import { useTranslation } from '../../i18n.ts';
import type { Reference } from '../../ui/form/AsyncSelect.tsx';
import { AsyncSelect } from '../../ui/form/AsyncSelect.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { FieldRow, Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';

export type LocationTask =
  | { kind: 'create'; parent?: InventoryLocation }
  | { kind: 'duplicate' | 'edit'; location: InventoryLocation };

export function LocationDialog({ task, close }: { task: LocationTask; close: () => void }) {
  const { t } = useTranslation(['inventory', 'ui']);
  const title =
    task.kind === 'create'
      ? t('locations.new')
      : `${t(task.kind === 'edit' ? 'locations.rename' : 'locations.duplicate')} ${task.location.code}`;
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      {task.kind === 'create' && <CreateForm parent={task.parent} close={close} />}
      {task.kind === 'duplicate' && <DuplicateForm location={task.location} close={close} />}
      {task.kind === 'edit' && <EditForm location={task.location} close={close} />}
    </Modal>
  );
}

type NewRange = {
  warehouse: Reference | null;
  parent: Reference | null;
  prefix: string;
  initialIndex: number | null;
  finalIndex: number | null;
  turnover: boolean;
};

const missing = Number.NaN;

function CreateForm({ parent, close }: { parent: InventoryLocation | undefined; close: () => void }) {
  const { t } = useTranslation('inventory');
  const initial: NewRange = {
    warehouse: parent?.warehouse ?? null,
    parent: parent ? { id: parent.id, name: parent.code } : null,
    prefix: '',
    initialIndex: 1,
    finalIndex: 10,
    turnover: parent?.turnover ?? false,
  };
  const form = useForm({
    endpoint: api.inventoryLocations.create,
    initial,
    send: ({ warehouse, parent: inside, initialIndex, finalIndex, prefix, turnover }) => ({
      body: {
        warehouseId: warehouse?.id ?? missing,
        parentId: inside?.id ?? null,
        prefix,
        initialIndex: initialIndex ?? missing,
        finalIndex: finalIndex ?? missing,
        turnover,
      },
    }),
    mapError: (path) => ({ warehouseId: 'warehouse', parentId: 'parent' })[path] ?? path,
    onSaved: close,
  });
  const { warehouse } = form.values;
  return (
    <Form form={form} guard={false}>
      <FieldRow>
        <AsyncSelect
          {...form.field('warehouse')}
          label={t('locations.warehouse')}
          endpoint={api.warehouses.list}
          required
          onPick={() => form.set('parent', null)}
        />
        <AsyncSelect
          {...form.field('parent')}
          label={t('locations.parent')}
          placeholder={t('locations.noParent')}
          endpoint={api.inventoryLocations.list}
          option={(item) => ({ id: item.id, name: item.code })}
          always={warehouse ? `warehouse:${warehouse.id}` : undefined}
          disabled={!warehouse}
          clearable
        />
      </FieldRow>
      <FieldRow>
        <TextField
          {...form.field('prefix')}
          label={t('locations.prefix')}
          required
          maxLength={10}
          autoFocus
        />
        <NumberField {...form.field('initialIndex')} label={t('locations.initialIndex')} required />
        <NumberField {...form.field('finalIndex')} label={t('locations.finalIndex')} required />
      </FieldRow>
      <SwitchField
        {...form.field('turnover')}
        label={t('locations.turnover')}
        description={t('locations.turnoverHint')}
      />
      <RangePreview values={form.values} />
      <DialogSubmit form={form} label={t('locations.new')} />
    </Form>
  );
}

/** Preview of the names that the range will create. */
function RangePreview({ values }: { values: NewRange }) {
  const { t } = useTranslation('inventory');
  const { parent, prefix, initialIndex, finalIndex } = values;
  if (!prefix.trim() || initialIndex === null || finalIndex === null || finalIndex < initialIndex)
    return null;
  const width = Math.max(2, String(finalIndex).length);
  const code = (index: number) =>
    `${parent ? `${parent.name}-` : ''}${prefix.trim().toUpperCase()}${String(index).padStart(width, '0')}`;
  const count = finalIndex - initialIndex + 1;
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {count === 1
        ? t('locations.previewOne', { first: code(initialIndex) })
        : t('locations.preview', { count, first: code(initialIndex), last: code(finalIndex) })}
    </Text>
  );
}

function DuplicateForm({ location, close }: { location: InventoryLocation; close: () => void }) {
  const { t } = useTranslation('inventory');
  const form = useForm({
    endpoint: api.inventoryLocations.duplicate,
    initial: { prefix: '', index: location.index as number | null },
    send: ({ prefix, index }) => ({
      params: { id: location.id },
      body: { prefix, index: index ?? undefined },
    }),
    onSaved: close,
  });
  return (
    <Form form={form} guard={false}>
      <Text size="sm" c="dimmed">
        {t('locations.duplicateHint', { code: location.code })}
      </Text>
      <FieldRow>
        <TextField
          {...form.field('prefix')}
          label={t('locations.prefix')}
          required
          maxLength={10}
          autoFocus
        />
        <NumberField {...form.field('index')} label={t('locations.index')} />
      </FieldRow>
      <DialogSubmit form={form} label={t('locations.duplicate')} />
    </Form>
  );
}

function EditForm({ location, close }: { location: InventoryLocation; close: () => void }) {
  const { t } = useTranslation(['inventory', 'ui']);
  const form = useForm({
    endpoint: api.inventoryLocations.update,
    initial: {
      prefix: location.prefix,
      index: location.index as number | null,
      turnover: location.turnover,
    },
    version: location.version,
    send: ({ prefix, index, turnover }, version) => ({
      params: { id: location.id },
      body: { prefix, index: index ?? missing, turnover },
      version,
    }),
    onSaved: close,
  });
  return (
    <Form form={form} guard={false}>
      <FieldRow>
        <TextField {...form.field('prefix')} label={t('locations.prefix')} required maxLength={10} />
        <NumberField {...form.field('index')} label={t('locations.index')} required />
      </FieldRow>
      <Text size="sm" c="dimmed">
        {t('locations.renameHint')}
      </Text>
      <SwitchField
        {...form.field('turnover')}
        label={t('locations.turnover')}
        description={t('locations.turnoverHint')}
      />
      <DialogSubmit form={form} label={t('ui:act.save')} />
    </Form>
  );
}
