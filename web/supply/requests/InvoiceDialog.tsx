import { Alert, Anchor, Button, Checkbox, FileButton, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDocument } from '#contract/brazil.ts';
import { dayOf, formatDay } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { variationLabel } from '#contract/products/variation.ts';
import type { ReadVendorInvoice } from '#contract/supply/vendor-invoice.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { useWarehouseOptions } from '../../inventory/warehouse-options.ts';
import { paths } from '../../paths.ts';
import { writeMoney } from '../../quantity.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { Link, useGo } from '../../ui/page/navigation.tsx';
import { Money, Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { nfeTypes, useNfeRefusal } from '../nfe-refusal.ts';
import { soldOf } from './request-values.ts';

/** Creates a request from an NF-e that arrived without one, with a preview before anything is stored. */
export default function InvoiceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('supply');
  const { t: ui } = useTranslation();
  const [opened, setOpened] = useState<{ file: File; invoice: ReadVendorInvoice } | null>(null);
  const refusal = useNfeRefusal();
  const read = useAct(api.supplyRequests.readInvoice, { success: false, onFailure: refusal.onFailure });
  const choose = async (file: File | null) => {
    if (!file) return;
    setOpened(null);
    refusal.clear();
    const outcome = await read.run({ files: [file] });
    if (outcome.ok) setOpened({ file, invoice: outcome.response });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('fromInvoice.title')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('fromInvoice.hint')}
        </Text>
        <FileButton onChange={(file) => void choose(file)} accept={nfeTypes}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={read.pending}
              leftSection={<IconFileUpload size={16} aria-hidden />}
            >
              {t('fromInvoice.file')}
            </Button>
          )}
        </FileButton>
        {refusal.text && (
          <Alert color="red" role="alert">
            {refusal.text}
          </Alert>
        )}
        {opened && <ReadInvoice key={opened.invoice.key} {...opened} />}
      </Stack>
    </Modal>
  );
}

function ReadInvoice({ file, invoice }: { file: File; invoice: ReadVendorInvoice }) {
  const { t } = useTranslation('supply');
  const go = useGo();
  const warehouses = useWarehouseOptions();
  const [picked, setPicked] = useState<string | null>(null);
  const [registers, setRegisters] = useState(true);
  const [products, setProducts] = useState<Record<number, Reference>>({});
  const [units, setUnits] = useState<Record<number, number | null>>({});
  const refusal = useNfeRefusal();
  const create = useAct(api.supplyRequests.createFromInvoice, {
    onSuccess: (request) => go(paths.supply.request(request.id)),
    onFailure: refusal.onFailure,
  });
  const warehouse = picked ?? warehouses?.[0]?.value ?? null;
  const isReady =
    warehouse !== null &&
    (invoice.supplier !== null || registers) &&
    invoice.items.every(
      ({ position, ...item }) => (item.variation ?? products[position]) && (item.units ?? units[position]),
    );
  return (
    <Stack>
      <Vendor invoice={invoice} registers={registers} onRegisters={setRegisters} />
      <SelectField
        value={warehouse}
        onChange={setPicked}
        label={t('fromInvoice.warehouse')}
        options={warehouses ?? []}
      />
      <Items
        items={invoice.items}
        products={products}
        onProduct={(position, variation) => setProducts((all) => ({ ...all, [position]: variation }))}
        units={units}
        onUnits={(position, count) => setUnits((all) => ({ ...all, [position]: count }))}
      />
      <Text size="sm" c="dimmed">
        {t('fromInvoice.charges', {
          charges: writeMoney(invoice.chargesCentavos),
          discount: writeMoney(invoice.discountCentavos),
        })}{' '}
        {t('fromInvoice.total', { total: writeMoney(invoice.totalCentavos) })}
      </Text>
      {refusal.text && (
        <Alert color="red" role="alert">
          {refusal.text}
        </Alert>
      )}
      <Group justify="flex-end">
        {!isReady && (
          <Text size="sm" c="dimmed">
            {t('fromInvoice.missing')}
          </Text>
        )}
        <Button
          disabled={!isReady}
          loading={create.pending}
          onClick={() =>
            void create.run({
              files: [file],
              body: {
                warehouseId: Number(warehouse),
                registerSupplier: invoice.supplier === null && registers,
                items: invoice.items.flatMap(({ position }) => {
                  const [variation, count] = [products[position], units[position]];
                  if (!variation && !count) return [];
                  return [
                    {
                      position,
                      ...(variation && { variationId: variation.id }),
                      ...(count && { units: count }),
                    },
                  ];
                }),
              },
            })
          }
        >
          {t('fromInvoice.create')}
        </Button>
      </Group>
    </Stack>
  );
}

type VendorProps = {
  invoice: ReadVendorInvoice;
  registers: boolean;
  onRegisters: (registers: boolean) => void;
};

function Vendor({ invoice, registers, onRegisters }: VendorProps) {
  const { t } = useTranslation('supply');
  const { issuer, supplier, requests, number, issuedAt } = invoice;
  const place = [issuer.city, issuer.state].filter(Boolean).join(' / ');
  return (
    <>
      <Text fw={600}>
        {t('invoice.numbered', { number, day: formatDay(dayOf(issuedAt)) })} —{' '}
        {[supplier?.name ?? issuer.name, place].filter(Boolean).join(', ')}
      </Text>
      {!supplier && (
        <Alert color="yellow">
          <Stack gap="xs">
            {t('fromInvoice.unknown', { name: issuer.name, document: formatDocument(issuer.document) })}
            <Checkbox
              label={t('fromInvoice.register')}
              checked={registers}
              onChange={(event) => onRegisters(event.currentTarget.checked)}
            />
          </Stack>
        </Alert>
      )}
      {requests.length > 0 && (
        <Alert color="blue">
          {t('fromInvoice.joins')}{' '}
          {requests.map((request) => (
            <Anchor key={request.id} component={Link} to={paths.inventory.receive(request.id)} mr="xs">
              {t('fromInvoice.request', { number: request.number })}
            </Anchor>
          ))}
        </Alert>
      )}
    </>
  );
}

type ItemsProps = {
  items: ReadVendorInvoice['items'];
  products: Record<number, Reference>;
  onProduct: (position: number, variation: Reference) => void;
  units: Record<number, number | null>;
  onUnits: (position: number, units: number | null) => void;
};

function Items({ items, products, onProduct, units, onUnits }: ItemsProps) {
  const { t } = useTranslation('supply');
  return (
    <StackedTable aria-label={t('fromInvoice.brings')} from={700}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('fromInvoice.onPaper')}</Table.Th>
          <Table.Th>{t('fromInvoice.product')}</Table.Th>
          <Table.Th data-figure>{t('fromInvoice.units')}</Table.Th>
          <Table.Th data-figure>{t('fromInvoice.price')}</Table.Th>
          <Table.Th data-figure>{t('fromInvoice.cost')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Table.Tr key={item.position}>
            <Table.Td>
              {item.name}
              <Text size="xs" c="dimmed">
                {[item.code, item.gtin].filter(Boolean).join(' · ')}
              </Text>
            </Table.Td>
            <Table.Td data-label={t('fromInvoice.product')}>
              {item.variation?.name ?? (
                <AsyncSelect
                  value={products[item.position] ?? null}
                  onChange={() => undefined}
                  onPick={(product) =>
                    product && onProduct(item.position, { id: product.id, name: variationLabel(product) })
                  }
                  endpoint={api.productsVariations.list}
                  option={(product) => ({
                    id: product.id,
                    name: variationLabel(product),
                    hint: product.sku,
                  })}
                  label={t('fromInvoice.product')}
                />
              )}
            </Table.Td>
            <Table.Td data-label={t('fromInvoice.units')} data-figure>
              {item.units === null ? (
                <NumberField
                  value={units[item.position] ?? null}
                  onChange={(count) => onUnits(item.position, count)}
                  min={1}
                  label={t('fromInvoice.soldAs', soldOf(item.sold))}
                  aria-label={t('fromInvoice.unitsAsked', { name: item.name })}
                />
              ) : (
                <Quantity value={item.units} />
              )}
            </Table.Td>
            <Table.Td data-label={t('fromInvoice.price')} data-figure>
              <Money value={item.priceCentavos ?? undefined} />
            </Table.Td>
            <Table.Td data-label={t('fromInvoice.cost')} data-figure>
              <Money value={item.costCentavos} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </StackedTable>
  );
}
