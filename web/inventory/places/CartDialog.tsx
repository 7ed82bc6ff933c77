import { Modal } from '@mantine/core';
import { api } from '#contract/index.ts';
import { type Cart, mostPlaces } from '#contract/inventory/cart.ts';
import { useTranslation } from '../../i18n.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useWarehouseOptions } from '../warehouse-options.ts';

type Close = { close: () => void };
type Values = { name: string; places: number | null };

/** A new cart, or the name and places of one that exists. */
export function CartDialog({ cart, close }: Close & { cart?: Cart }) {
  const { t } = useTranslation(['inventory', 'ui']);
  return (
    <Modal
      opened
      onClose={close}
      title={cart ? t('carts.editTitle', { code: cart.code }) : t('carts.new')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      {cart ? <EditForm cart={cart} close={close} /> : <CreateForm close={close} />}
    </Modal>
  );
}

function CreateForm({ close }: Close) {
  const { t } = useTranslation('inventory');
  const warehouses = useWarehouseOptions() ?? [];
  const only = warehouses.length === 1 ? warehouses[0] : undefined;
  const initial: Values & { warehouseId: string | null } = { warehouseId: null, name: '', places: 12 };
  const form = useForm({
    endpoint: api.carts.create,
    initial,
    send: ({ warehouseId, name, places }) => ({
      body: {
        warehouseId: Number(warehouseId ?? only?.value ?? Number.NaN),
        name,
        places: places ?? Number.NaN,
      },
    }),
    onSaved: close,
  });
  return (
    <Form form={form} guard={false}>
      <TextField
        {...form.field('name')}
        label={t('carts.name')}
        description={t('carts.nameHint')}
        maxLength={40}
        required
        autoFocus
      />
      {!only && (
        <SelectField
          {...form.field('warehouseId')}
          label={t('carts.warehouse')}
          options={warehouses}
          required
        />
      )}
      <NumberField
        {...form.field('places')}
        label={t('carts.places')}
        description={t('carts.placesHint')}
        min={1}
        max={mostPlaces}
        required
      />
      <DialogSubmit form={form} label={t('carts.add')} />
    </Form>
  );
}

function EditForm({ cart, close }: Close & { cart: Cart }) {
  const { t } = useTranslation(['inventory', 'ui']);
  const form = useForm({
    endpoint: api.carts.update,
    initial: { name: cart.name, places: cart.places } as Values,
    version: cart.version,
    send: ({ name, places }, version) => ({
      params: { id: cart.id },
      body: { name, places: places ?? Number.NaN },
      version,
    }),
    onSaved: close,
  });
  return (
    <Form form={form} guard={false}>
      <TextField {...form.field('name')} label={t('carts.name')} maxLength={40} required autoFocus />
      <NumberField
        {...form.field('places')}
        label={t('carts.places')}
        description={t('carts.placesHint')}
        min={1}
        max={mostPlaces}
        required
      />
      <DialogSubmit form={form} label={t('ui:act.save')} />
    </Form>
  );
}
