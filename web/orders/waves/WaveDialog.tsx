import { Checkbox, Group, Modal, SimpleGrid } from '@mantine/core';
import { api } from '#contract/index.ts';
import { maxCartPlaces, usualCartPlaces } from '#contract/orders/picking.ts';
import type { WaveRule, WaveRuleBody } from '#contract/orders/wave-rule.ts';
import { useTranslation } from '../../i18n.ts';
import { useWarehouseOptions } from '../../inventory/warehouse-options.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { type FormState, useForm } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { TagsField } from '../../ui/form/TagsField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useShipmentWords } from '../shipment-words.ts';

type Values = Omit<WaveRuleBody, 'places' | 'cutoffHour'> & {
  warehouseId: string | null;
  places: number | null;
  cutoffHour: string | null;
};
type DialogProps = { types: readonly string[]; onClose: () => void };

const empty: Values = {
  ...{ warehouseId: null, name: '', on: true, logisticTypes: [], zones: [], singles: false },
  ...{ cutoffHour: null, places: usualCartPlaces, minSales: usualCartPlaces, minutesBefore: null },
};

const bodyOf = ({ warehouseId: _, places, cutoffHour, ...rest }: Values): WaveRuleBody => ({
  ...rest,
  places: places ?? Number.NaN,
  cutoffHour: cutoffHour === null ? null : Number(cutoffHour),
});

export function AddWaveDialog(props: DialogProps) {
  const { t } = useTranslation('orders');
  const warehouses = useWarehouseOptions() ?? [];
  const only = warehouses.length === 1 ? warehouses[0] : undefined;
  const form = useForm({
    endpoint: api.waves.create,
    initial: empty,
    send: (values) => ({
      body: { ...bodyOf(values), warehouseId: Number(values.warehouseId ?? only?.value ?? Number.NaN) },
    }),
    onSaved: props.onClose,
  });
  const warehouse = !only && (
    <SelectField {...form.field('warehouseId')} label={t('waves.warehouse')} options={warehouses} required />
  );
  return (
    <WaveForm {...props} form={form} title={t('waves.addTitle')} label={t('waves.create')}>
      {warehouse}
    </WaveForm>
  );
}

export function EditWaveDialog({ rule, ...props }: DialogProps & { rule: WaveRule }) {
  const { t } = useTranslation('orders');
  const { id, version, name, on, logisticTypes, zones, singles, cutoffHour, places } = rule;
  const { minSales, minutesBefore } = rule;
  const initial: Values = {
    ...{ warehouseId: null, name, on, logisticTypes, zones, singles, places, minSales, minutesBefore },
    cutoffHour: cutoffHour === null ? null : String(cutoffHour),
  };
  const form = useForm({
    endpoint: api.waves.update,
    initial,
    version,
    send: (values, version) => ({ params: { id }, body: bodyOf(values), version }),
    onSaved: props.onClose,
  });
  return <WaveForm {...props} form={form} title={t('waves.editTitle')} label={t('waves.save')} />;
}

type WaveFormProps = DialogProps & {
  form: FormState<Values>;
  title: string;
  label: string;
  children?: React.ReactNode;
};

function WaveForm({ form, title, label, types, onClose, children }: WaveFormProps) {
  const { t } = useTranslation(['orders', 'ui']);
  const shipment = useShipmentWords();
  const chosen = form.values.logisticTypes;
  const offered = [...new Set([...types, ...chosen])];
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: t('waves.hour', { hour }),
  }));
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextField
            {...form.field('name')}
            label={t('waves.name')}
            placeholder={t('waves.nameHint')}
            maxLength={40}
            required
            data-autofocus
          />
          {children}
        </SimpleGrid>
        {offered.length > 0 && (
          <Checkbox.Group
            label={t('waves.logisticTypes')}
            description={t('waves.logisticTypesHint')}
            value={[...chosen]}
            onChange={(next) =>
              form.set(
                'logisticTypes',
                offered.filter((type) => next.includes(type)),
              )
            }
          >
            <Group mt={6}>
              {offered.map((type) => (
                <Checkbox key={type} value={type} label={shipment.logistic(type)} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        <TagsField {...form.field('zones')} label={t('waves.zones')} description={t('waves.zonesHint')} />
        <SwitchField {...form.field('singles')} label={t('waves.singles')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <SelectField
            {...form.field('cutoffHour')}
            label={t('waves.cutoffHour')}
            description={t('waves.cutoffHint')}
            placeholder={t('waves.cutoffAny')}
            options={hours}
            clearable
          />
          <NumberField
            {...form.field('places')}
            label={t('waves.places')}
            description={t('waves.placesHint')}
            min={1}
            max={maxCartPlaces}
            required
          />
          <NumberField
            {...form.field('minSales')}
            label={t('waves.minSales')}
            description={t('waves.minSalesHint')}
            min={1}
            max={1000}
          />
          <NumberField
            {...form.field('minutesBefore')}
            label={t('waves.minutesBefore')}
            description={t('waves.minutesBeforeHint')}
            max={1440}
          />
        </SimpleGrid>
        <SwitchField {...form.field('on')} label={t('waves.on')} />
        <DialogSubmit form={form} label={label} />
      </Form>
    </Modal>
  );
}
