import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../i18n.ts';
import { AddressFields } from '../inventory/warehouses/AddressFields.tsx';
import { paths } from '../paths.ts';
import { DocumentField } from '../ui/form/brazilian-fields.tsx';
import { FieldRow, Form, FormBar } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { SwitchField } from '../ui/form/SwitchField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useGo } from '../ui/page/navigation.tsx';
import { Page } from '../ui/page/Page.tsx';
import { Section } from '../ui/page/Section.tsx';
import { OrderLineFields } from './OrderLineFields.tsx';
import { newLine, newOrderValues, type OrderValues, toBody } from './order-values.ts';

export default function OrderCreatePage() {
  const { t } = useTranslation('orders');
  const { t: words } = useTranslation('fields');
  const go = useGo();
  const form = useForm({
    endpoint: api.orders.create,
    initial: newOrderValues,
    send: (values: OrderValues) => ({ body: toBody(values) }),
    check: (values: OrderValues) =>
      Object.fromEntries(
        values.lines.flatMap((line, index) => [
          ...(line.item === null ? [[`lines.${index}.item`, words('required')]] : []),
          ...(line.quantity === null ? [[`lines.${index}.quantity`, words('required')]] : []),
          ...(line.unitPrice === null ? [[`lines.${index}.unitPrice`, words('required')]] : []),
        ]),
      ),
    mapError: (path) =>
      path
        .replace(/^(lines\.\d+)\.(advertisementId|dropshipItemId)$/, '$1.item')
        .replace(/^(lines\.\d+)\.unitPriceCentavos$/, '$1.unitPrice')
        .replace(/^address\./, ''),
    onSaved: (order) => go(paths.orders.order(order.id)),
  });
  return (
    <Page width="narrow" title={t('create.title')} trail={[{ label: t('title'), to: paths.orders.list() }]}>
      <Form form={form}>
        <Section title={t('create.buyer')}>
          <FieldRow>
            <TextField {...form.field('buyerName')} label={t('create.buyerName')} required autoFocus />
            <DocumentField {...form.field('buyerDocument')} label={t('create.document')} />
          </FieldRow>
        </Section>
        <Section title={t('create.items')} hint={t('create.oneWarehouse')}>
          <Stack gap="md">
            {form.values.lines.map((line, index) => (
              <OrderLineFields key={line.tempId} form={form} index={index} />
            ))}
          </Stack>
          <div>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => form.add('lines', newLine())}
            >
              {t('create.addLine')}
            </Button>
          </div>
        </Section>
        <Section title={t('create.payment')}>
          <SwitchField {...form.field('paid')} label={t('create.paid')} description={t('create.paidHint')} />
        </Section>
        <AddressFields form={form} title={t('create.address')} />
        <FormBar form={form} label={t('create.save')} />
      </Form>
    </Page>
  );
}
