import { ActionIcon, Button, Group, Table, Text } from '@mantine/core';
import { IconFileImport, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { sumMoney } from '#contract/money.ts';
import { variationLabel } from '#contract/products/variation.ts';
import type { RequestLine } from '#contract/supply/supply-request-line.ts';
import { useTranslation } from '../../i18n.ts';
import { writeMoney } from '../../quantity.ts';
import { AsyncSelect } from '../../ui/form/AsyncSelect.tsx';
import { MoneyField } from '../../ui/form/brazilian-fields.tsx';
import type { FormState } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { LastPrices } from './LastPrices.tsx';
import { lineOfRow, newLine, type RequestValues, totalOf } from './request-values.ts';

const RowsDialog = lazyWithFallback(() => import('./RowsDialog.tsx'));

/** Ordered products, one row each: typed, pasted or imported. */
export function LinesSection({
  form,
  saved = [],
}: {
  form: FormState<RequestValues>;
  /** Imported lines with their former prices. */
  saved?: readonly RequestLine[];
}) {
  const { t } = useTranslation('supply');
  const [importing, setImporting] = useState(false);
  const { lines, supplier } = form.values;
  const total = sumMoney(
    lines.map((line) =>
      totalOf(
        line,
        saved.find((other) => other.id === line.id),
      ),
    ),
  );
  return (
    <Section
      title={t('requests.lines')}
      hint={form.errorOf('lines')}
      actions={
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
          onClick={() => setImporting(true)}
        >
          {t('requests.paste')}
        </Button>
      }
    >
      {lines.length > 0 && (
        <StackedTable aria-label={t('requests.lines')} from={900}>
          <LinesHead />
          <Table.Tbody>
            {lines.map((line, index) => (
              <LineRow
                key={line.id ?? line.tempId}
                form={form}
                index={index}
                saved={saved.find((other) => other.id === line.id)}
              />
            ))}
          </Table.Tbody>
        </StackedTable>
      )}
      <Group justify="space-between" align="end">
        <AsyncSelect
          value={null}
          onChange={() => undefined}
          onPick={(item) => {
            if (item && !lines.some((line) => line.variation.id === item.id))
              form.add(
                'lines',
                newLine({ id: item.id, name: variationLabel(item) }, item.sku, item.costCentavos ?? null),
              );
          }}
          endpoint={api.productsVariations.list}
          option={(item) => ({ id: item.id, name: variationLabel(item), hint: item.sku })}
          label={t('requests.addLine')}
        />
        <Text fw={650}>
          {t('requests.total')}: {writeMoney(total)}
        </Text>
      </Group>
      {importing && (
        <RowsDialog
          supplierId={supplier?.id ?? null}
          onClose={() => setImporting(false)}
          onTake={(rows) => {
            const known = new Set(lines.map((line) => line.variation.id));
            const added = rows.filter((row) => !known.has(row.variation.id)).map(lineOfRow);
            form.set('lines', [...lines, ...added]);
          }}
        />
      )}
    </Section>
  );
}

function LinesHead() {
  const { t } = useTranslation('supply');
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t('requests.product')}</Table.Th>
        <Table.Th>{t('requests.supplierSku')}</Table.Th>
        <Table.Th>{t('requests.quantity')}</Table.Th>
        <Table.Th>{t('requests.perVolume')}</Table.Th>
        <Table.Th>{t('requests.price')}</Table.Th>
        <Table.Th data-figure>{t('requests.lineTotal')}</Table.Th>
        <Table.Th aria-label={t('requests.removeLine', { position: '' })} />
      </Table.Tr>
    </Table.Thead>
  );
}

type LineRowProps = { form: FormState<RequestValues>; index: number; saved: RequestLine | undefined };

function LineRow({ form, index, saved }: LineRowProps) {
  const { t } = useTranslation('supply');
  const line = form.values.lines[index];
  if (!line) return null;
  return (
    <Table.Tr>
      <Table.Td>
        {line.variation.name}
        <Text size="xs" c="dimmed">
          {line.sku}
        </Text>
      </Table.Td>
      <Table.Td data-label={t('requests.supplierSku')}>
        <TextField {...form.field(`lines.${index}.supplierSku`)} aria-label={t('requests.supplierSku')} />
      </Table.Td>
      <Table.Td data-label={t('requests.quantity')}>
        <NumberField {...form.field(`lines.${index}.quantity`)} aria-label={t('requests.quantity')} min={1} />
      </Table.Td>
      <Table.Td data-label={t('requests.perVolume')}>
        <NumberField
          {...form.field(`lines.${index}.quantityPerVolume`)}
          aria-label={t('requests.perVolume')}
          min={1}
        />
      </Table.Td>
      <Table.Td data-label={t('requests.price')}>
        <MoneyField {...form.field(`lines.${index}.priceCentavos`)} aria-label={t('requests.price')} />
        {saved && <LastPrices line={saved} />}
      </Table.Td>
      <Table.Td data-label={t('requests.lineTotal')} data-figure>
        {writeMoney(totalOf(line, saved))}
      </Table.Td>
      <Table.Td data-corner>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('requests.removeLine', { position: index + 1 })}
          onClick={() => form.remove('lines', index)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}
