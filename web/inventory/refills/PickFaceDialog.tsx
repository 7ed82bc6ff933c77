import { Modal } from '@mantine/core';
import { api } from '#contract/index.ts';
import type { PickFace } from '#contract/inventory/pick-face.ts';
import { variationLabel } from '#contract/products/variation.ts';
import { useTranslation } from '../../i18n.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { FieldRow, Form } from '../../ui/form/Form.tsx';
import { type FormState, useForm } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';

type Close = { close: () => void };
type Range = { minimum: number | null; maximum: number | null };

/** A position becomes the pick face of a product. Its code says the warehouse. */
export function AddPickFaceDialog({ close }: Close) {
  const { t } = useTranslation(['inventory', 'ui']);
  const form = useForm({
    endpoint: api.pickFaces.create,
    initial: {
      position: null as Reference | null,
      variation: null as Reference | null,
      minimum: null as number | null,
      maximum: null as number | null,
    },
    send: ({ position, variation, minimum, maximum }) => ({
      body: {
        positionId: position?.id ?? Number.NaN,
        variationId: variation?.id ?? Number.NaN,
        minimum: minimum ?? Number.NaN,
        maximum: maximum ?? Number.NaN,
      },
    }),
    mapError: (path) => ({ positionId: 'position', variationId: 'variation' })[path] ?? path,
    onSaved: close,
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t('pickFaces.new')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <AsyncSelect
          {...form.field('position')}
          label={t('pickFaces.position')}
          endpoint={api.inventoryLocations.list}
          always="leaf:yes"
          codeField="code"
          option={(item) => ({ id: item.id, name: item.code, hint: item.warehouse.name })}
          required
          data-autofocus
        />
        <AsyncSelect
          {...form.field('variation')}
          label={t('pickFaces.product')}
          endpoint={api.productsVariations.list}
          option={(item) => ({ id: item.id, name: variationLabel(item), hint: item.sku })}
          required
        />
        <RangeFields form={form} />
        <DialogSubmit form={form} label={t('pickFaces.add')} />
      </Form>
    </Modal>
  );
}

/** Changes minimum and maximum. */
export function EditPickFaceDialog({ face, close }: Close & { face: PickFace }) {
  const { t } = useTranslation(['inventory', 'ui']);
  const form = useForm({
    endpoint: api.pickFaces.update,
    initial: { minimum: face.minimum, maximum: face.maximum } as Range,
    version: face.version,
    send: ({ minimum, maximum }, version) => ({
      params: { id: face.id },
      body: { minimum: minimum ?? Number.NaN, maximum: maximum ?? Number.NaN },
      version,
    }),
    onSaved: close,
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t('pickFaces.editTitle', { product: face.product.name, position: face.position.name })}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <RangeFields form={form} />
        <DialogSubmit form={form} label={t('ui:act.save')} />
      </Form>
    </Modal>
  );
}

function RangeFields({ form }: { form: Pick<FormState<Range>, 'field'> }) {
  const { t } = useTranslation('inventory');
  return (
    <FieldRow>
      <NumberField
        {...form.field('minimum')}
        label={t('pickFaces.minimum')}
        description={t('pickFaces.minimumHint')}
        min={0}
        required
      />
      <NumberField
        {...form.field('maximum')}
        label={t('pickFaces.maximum')}
        description={t('pickFaces.maximumHint')}
        min={1}
        required
      />
    </FieldRow>
  );
}
