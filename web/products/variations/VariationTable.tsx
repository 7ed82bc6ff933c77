import { ActionIcon, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { nameOfCombination } from '#contract/products/attribute-types.ts';
import { useTranslation } from '../../i18n.ts';
import { WhyQuantity } from '../../inventory/WhyQuantity.tsx';
import { confirm } from '../../ui/dialog/confirm.ts';
import type { FormState } from '../../ui/form/form-state.ts';
import { nothing } from '../../ui/page/values.tsx';
import { useFadingEnd } from '../../ui/table/use-fading-end.ts';
import { toast } from '../../ui/toasts.ts';
import { useSession } from '../../use-session.ts';
import type { ProductValues, VariationDraft } from '../product-values.ts';
import { typeLabel } from './type-label.ts';
import { VariationCell } from './VariationCell.tsx';
import { VariationImages } from './VariationImages.tsx';
import classes from './VariationTable.module.css';
import {
  columnKey,
  type GridColumn,
  isNeededCell,
  pasteCells,
  readCells,
  suggestedSkus,
} from './variation-grid.ts';

type TableProps = {
  form: FormState<ProductValues>;
  disabled: boolean;
  gtinDisabled: boolean;
  /** A new product: a SKU is suggested. */
  isNew?: boolean;
  /** How many of each there are is asked. */
  asksUnits?: boolean;
};

const fieldLabels = {
  name: 'name',
  sku: 'sku',
  gtin: 'gtin',
  costCentavos: 'cost',
  opening: 'form.opening',
} as const;

/** Rows to type into like a spreadsheet: Enter and arrows move, a pasted block fills and adds rows. */
export function VariationTable({
  form,
  disabled,
  gtinDisabled,
  isNew = false,
  asksUnits = false,
}: TableProps) {
  const { t } = useTranslation('products');
  const { can, session } = useSession();
  const table = useRef<HTMLTableElement>(null);
  const { attributeTypes: types, variations } = form.values;
  const priced = can('prices.read');
  const columns: GridColumn[] = [
    ...types.map((type): GridColumn => ({ kind: 'attribute', type })),
    { kind: 'field', field: 'sku' },
    { kind: 'field', field: 'gtin' },
    ...(priced ? [{ kind: 'field', field: 'costCentavos' } as const] : []),
    ...(asksUnits ? [{ kind: 'field', field: 'opening' } as const] : []),
    { kind: 'field', field: 'name' },
  ];
  const suggested = isNew ? suggestedSkus(form.values) : [];
  const fading = useFadingEnd(columns.length);
  const isOwn = session?.business?.type === 'sales';
  const isNeeded = (column: GridColumn, index: number) =>
    isNeededCell(form.values, column, index, { suggested: suggested[index], isOwn });
  const labelOf = (column: GridColumn) =>
    column.kind === 'attribute' ? typeLabel(t, column.type) : t(fieldLabels[column.field]);

  const paste = (event: ClipboardEvent) => {
    const at = placeOf(event.target);
    const cells = readCells(event.clipboardData.getData('text'));
    if (!at || !cells || disabled) return;
    event.preventDefault();
    form.set('variations', pasteCells(variations, columns, cells, at));
    toast.info(t('table.pasted', { count: cells.length }));
  };
  const move = (event: KeyboardEvent) => {
    const at = placeOf(event.target);
    const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    if (!at || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    table.current
      ?.querySelector<HTMLInputElement>(`[data-row="${at.row + step}"][data-column="${at.column}"]`)
      ?.select();
  };
  const removeType = async (type: string) => {
    const filled = variations.some((row) => row.attributes[type]);
    const sure =
      !filled ||
      (await confirm({
        title: t('table.removeTypeSure', { type: typeLabel(t, type) }),
        message: t('table.removeTypeText'),
        confirm: t('table.removeType', { type: typeLabel(t, type) }),
        tone: 'bad',
      }));
    if (!sure) return;
    form.setValues({
      ...form.values,
      attributeTypes: types.filter((other) => other !== type),
      variations: variations.map((row) => {
        const { [type]: _gone, ...attributes } = row.attributes;
        return { ...row, attributes };
      }),
    });
  };

  return (
    <div className={classes.scroller} {...fading}>
      <table
        ref={table}
        className={classes.table}
        aria-label={t('variations')}
        onPaste={paste}
        onKeyDown={move}
      >
        <thead>
          <tr>
            <th className={classes.narrow}>
              <VisuallyHidden>{t('images')}</VisuallyHidden>
            </th>
            {columns.map((column) => (
              <th key={columnKey(column)} data-field={column.kind === 'field' ? column.field : 'attribute'}>
                <span className={classes.head}>
                  {labelOf(column)}
                  {variations.some((_, index) => isNeeded(column, index)) && (
                    <span className={classes.needed} aria-hidden>
                      *
                    </span>
                  )}
                  {column.kind === 'attribute' && !disabled && types.length > 1 && (
                    <ActionIcon
                      size="sm"
                      aria-label={t('table.removeType', { type: labelOf(column) })}
                      onClick={() => void removeType(column.type)}
                    >
                      <IconX size={13} aria-hidden />
                    </ActionIcon>
                  )}
                </span>
              </th>
            ))}
            {!isNew && <th data-field="available">{t('available')}</th>}
            {!disabled && (
              <th className={classes.narrow}>
                <VisuallyHidden>{t('table.removeRow', { name: '' })}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {variations.map((row, index) => (
            <tr key={row.id ?? row.tempId}>
              <td className={classes.narrow}>
                <VariationImages
                  images={form.values.images}
                  chosen={row.images}
                  name={nameOf(row, types, index)}
                  disabled={disabled}
                  error={form.errorOf(`variations.${index}.images`)}
                  onChange={(images) => form.set(`variations.${index}.images`, images)}
                />
              </td>
              {columns.map((column, place) => (
                <VariationCell
                  key={columnKey(column)}
                  form={form}
                  row={index}
                  place={place}
                  column={column}
                  label={labelOf(column)}
                  suggestedSku={suggested[index]}
                  needed={isNeeded(column, index)}
                  disabled={
                    disabled && !(column.kind === 'field' && column.field === 'gtin' && !gtinDisabled)
                  }
                />
              ))}
              {!isNew && (
                <td data-label={t('available')} className={classes.figure}>
                  <Text span size="sm" c={row.available === 0 ? 'dimmed' : undefined}>
                    {row.id === undefined ? (
                      nothing
                    ) : (
                      <WhyQuantity
                        of={{ variation: row.id }}
                        value={row.available}
                        name={nameOf(row, types, index)}
                      />
                    )}
                  </Text>
                </td>
              )}
              {!disabled && (
                <td className={classes.narrow}>
                  <RemoveRow
                    name={nameOf(row, types, index)}
                    refused={
                      row.inUse
                        ? t('table.rowInUse')
                        : variations.length === 1
                          ? t('table.lastRow')
                          : undefined
                    }
                    remove={() => form.remove('variations', index)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RemoveRowProps = { name: string; refused: string | undefined; remove: () => void };

function RemoveRow({ name, refused, remove }: RemoveRowProps) {
  const { t } = useTranslation(['products', 'ui']);
  const label = t('table.removeRow', { name });
  const button = (
    <ActionIcon
      aria-label={refused ? `${label}. ${t('ui:action.unavailable', { reason: refused })}` : label}
      aria-disabled={refused ? true : undefined}
      data-disabled={refused ? true : undefined}
      onClick={() => !refused && remove()}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  );
  return refused ? <Tooltip label={refused}>{button}</Tooltip> : button;
}

function nameOf(row: VariationDraft, types: readonly string[], index: number): string {
  return row.name || nameOfCombination(types, row.attributes) || row.sku || String(index + 1);
}

function placeOf(target: EventTarget): { row: number; column: number } | null {
  if (!(target instanceof HTMLInputElement)) return null;
  const { row, column } = target.dataset;
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) };
}
