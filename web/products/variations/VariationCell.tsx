import { useId, useState } from 'react';
import { formatAmount } from '#contract/money.ts';
import { nameOfCombination } from '#contract/products/attribute-types.ts';
import { useTranslation } from '../../i18n.ts';
import type { FormState } from '../../ui/form/form-state.ts';
import type { ProductValues, VariationDraft } from '../product-values.ts';
import classes from './VariationTable.module.css';
import { columnKey, type GridColumn, writeCell } from './variation-grid.ts';

type CellProps = {
  form: FormState<ProductValues>;
  row: number;
  place: number;
  column: GridColumn;
  label: string;
  disabled: boolean;
  /** The SKU that a new row gets when none is typed. */
  suggestedSku?: string | undefined;
  /** It has to be filled in. */
  needed: boolean;
};

/** One cell: a bare input, its error below it. */
export function VariationCell({
  form,
  row: index,
  place,
  column,
  label,
  disabled,
  suggestedSku,
  needed,
}: CellProps) {
  const { t } = useTranslation('products');
  const errorId = useId();
  const row = form.values.variations[index];
  const path = `variations.${index}.${columnKey(column)}`;
  const error = form.errors[path];
  form.shownPaths.add(path);
  // An amount stays as typed while the field has the focus; `1.` may become `1.234`.
  const [typed, setTyped] = useState<string | null>(null);
  if (!row) return null;
  const isField = column.kind === 'field';
  const isCode = isField && (column.field === 'sku' || column.field === 'gtin');
  const isCost = isField && column.field === 'costCentavos';
  const isUnits = isField && column.field === 'opening';
  const write = (text: string) => {
    if (isCost || isUnits) setTyped(text);
    const written = writeCell(row, column, text);
    // Stored with the errors of the form, so that a change removes it.
    if (isField) form.set(`variations.${index}.${column.field}`, written[column.field]);
    else form.set(`variations.${index}.attributes.${column.type}`, written.attributes[column.type] ?? '');
  };
  return (
    <td data-label={label} data-field={isField ? column.field : 'attribute'}>
      <input
        className={classes.input}
        data-row={index}
        data-column={place}
        data-kind={isCode ? 'code' : isCost || isUnits ? 'money' : undefined}
        aria-label={t('table.cell', { column: label, row: index + 1 })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        aria-required={needed || undefined}
        placeholder={
          isField && column.field === 'name'
            ? nameOfCombination(form.values.attributeTypes, row.attributes) || t('table.namePlaceholder')
            : isField && column.field === 'sku'
              ? suggestedSku
              : undefined
        }
        inputMode={
          isCost ? 'decimal' : isUnits || (isField && column.field === 'gtin') ? 'numeric' : undefined
        }
        autoComplete="off"
        disabled={disabled}
        value={typed ?? textOf(row, column)}
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={() => !Number.isNaN(isUnits ? row.opening : row.costCentavos) && setTyped(null)}
      />
      {error && (
        <span id={errorId} className={classes.error}>
          {error}
        </span>
      )}
      {isField && column.field === 'gtin' && row.sameGtin.length > 0 && (
        <span className={classes.note}>
          {t('sameGtin', { others: row.sameGtin.map(({ name, sku }) => `${name} (${sku})`).join(', ') })}
        </span>
      )}
    </td>
  );
}

function textOf(row: VariationDraft, column: GridColumn): string {
  if (column.kind === 'attribute') return row.attributes[column.type] ?? '';
  if (column.field === 'opening')
    return row.opening === null || Number.isNaN(row.opening) ? '' : String(row.opening);
  if (column.field !== 'costCentavos') return row[column.field];
  return row.costCentavos === null || Number.isNaN(row.costCentavos) ? '' : formatAmount(row.costCentavos);
}
