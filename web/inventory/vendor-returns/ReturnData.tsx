import { Text } from '@mantine/core';
import { canAct } from '#contract/acts.ts';
import { formatDocument } from '#contract/brazil.ts';
import { api } from '#contract/index.ts';
import type { VendorReturn } from '#contract/inventory/vendor-return.ts';
import { vendorReturnActs } from '#contract/inventory/vendor-return-states.ts';
import { call } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { DocumentField } from '../../ui/form/brazilian-fields.tsx';
import { FieldRow, Form, FormBar } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { Facts } from '../../ui/page/Facts.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Day, Instant, Money } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';

/** Vendor, NF-e and note: a form while they may change, and facts afterwards. */
export function ReturnData({ shown }: { shown: VendorReturn }) {
  const { can } = useSession();
  const editable = canAct(vendorReturnActs, 'change', shown.state) && can('volumes.update');
  return editable ? <DataForm key={shown.state} shown={shown} /> : <DataFacts shown={shown} />;
}

const valuesOf = ({ vendor, invoiceKey, note }: VendorReturn) => ({
  supplier: (vendor.id === null ? null : { id: vendor.id, name: vendor.name }) as Reference | null,
  vendorName: vendor.id === null ? vendor.name : '',
  vendorDocument: vendor.id === null ? vendor.document : '',
  invoiceKey,
  note,
});
type Values = ReturnType<typeof valuesOf>;

/** The vendor as it is sent, if it was changed: a registered one, or what was typed. */
function vendorBody(before: Values, { supplier, vendorName, vendorDocument }: Values) {
  const isSame =
    supplier?.id === before.supplier?.id &&
    vendorName === before.vendorName &&
    vendorDocument === before.vendorDocument;
  if (isSame) return {};
  return supplier ? { supplierId: supplier.id } : { vendorName, vendorDocument };
}

function DataForm({ shown }: { shown: VendorReturn }) {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  const { id } = shown;
  const before = valuesOf(shown);
  const form = useForm({
    endpoint: api.vendorReturns.update,
    initial: before,
    version: shown.version,
    send: (values, version) => ({
      params: { id },
      body: { note: values.note, invoiceKey: values.invoiceKey, ...vendorBody(before, values) },
      version,
    }),
    mapError: (path) => (path === 'supplierId' ? 'supplier' : path),
    conflict: {
      load: async () => {
        const now = await call(api.vendorReturns.detail, { params: { id } });
        return { values: valuesOf(now), version: now.version };
      },
    },
  });
  const isOpen = shown.state === 'open';
  const isTyped = form.values.supplier === null;
  return (
    <Form form={form}>
      <Section title={t('vendorReturns.data')}>
        {isOpen ? (
          <>
            {can('suppliers.read') && (
              <AsyncSelect
                {...form.field('supplier')}
                label={t('vendorReturns.supplier')}
                description={t('vendorReturns.supplierHint')}
                endpoint={api.suppliers.list}
                option={(item) => ({ id: item.id, name: item.name, hint: item.city })}
                clearable
              />
            )}
            {isTyped && (
              <FieldRow>
                <TextField
                  {...form.field('vendorName')}
                  label={t('vendorReturns.vendorName')}
                  maxLength={120}
                />
                <DocumentField {...form.field('vendorDocument')} label={t('vendorReturns.vendorDocument')} />
              </FieldRow>
            )}
          </>
        ) : (
          <VendorText shown={shown} />
        )}
        <TextField
          {...form.field('invoiceKey')}
          label={t('vendorReturns.invoiceKey')}
          description={t('vendorReturns.invoiceKeyHint')}
          maxLength={80}
        />
        <TextField {...form.field('note')} label={t('vendorReturns.note')} maxLength={500} />
      </Section>
      <FormBar form={form} />
    </Form>
  );
}

function VendorText({ shown: { vendor } }: { shown: VendorReturn }) {
  const { t } = useTranslation('inventory');
  return (
    <Text>
      {t('vendorReturns.vendor')}:{' '}
      <Text span fw={600} inherit>
        {vendor.name}
      </Text>
      {vendor.document && ` · ${formatDocument(vendor.document)}`}
    </Text>
  );
}

function DataFacts({ shown }: { shown: VendorReturn }) {
  const { t } = useTranslation('inventory');
  const { vendor } = shown;
  return (
    <Section title={t('vendorReturns.data')}>
      <Facts
        facts={[
          [t('vendorReturns.vendor'), vendor.name || t('vendorReturns.noVendor')],
          [t('vendorReturns.vendorDocument'), vendor.document ? formatDocument(vendor.document) : '—'],
          [t('vendorReturns.invoiceKey'), shown.invoiceKey || '—'],
          [t('vendorReturns.note'), shown.note || '—'],
        ]}
      />
    </Section>
  );
}

/** When and by whom each step was made, and what the vendor credited. */
export function ReturnSteps({ shown }: { shown: VendorReturn }) {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  const { creditedOn, handedOverAt, handedOverBy, canceledBecause } = shown;
  return (
    <Facts
      facts={[
        [t('vendorReturns.warehouse'), shown.warehouse.name],
        [t('vendorReturns.created'), <Instant key="created" value={shown.createdAt} />],
        [t('vendorReturns.createdBy'), shown.createdBy],
        ...(handedOverAt
          ? [
              [t('vendorReturns.handedOver'), <Instant key="left" value={handedOverAt} />] as const,
              [t('vendorReturns.handedOverBy'), handedOverBy ?? ''] as const,
            ]
          : []),
        ...(creditedOn
          ? [[t('vendorReturns.creditedOn'), <Day key="credited" value={creditedOn} />] as const]
          : []),
        ...(creditedOn && can('prices.read')
          ? [[t('vendorReturns.credit'), <Money key="credit" value={shown.creditCentavos} />] as const]
          : []),
        ...(canceledBecause ? [[t('vendorReturns.reason'), canceledBecause] as const] : []),
      ]}
    />
  );
}
