import type { Ref } from 'react';
import { api } from '#contract/index.ts';
import type { FieldProps } from '../../ui/bindings.ts';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';

/** A position of one warehouse: typed, chosen, or read from its label. */
export function PositionField({
  warehouseId,
  ...rest
}: FieldProps<Reference | null> & {
  warehouseId: number;
  onExact?: () => void;
  ref?: Ref<HTMLInputElement>;
}) {
  return (
    <AsyncSelect
      {...rest}
      endpoint={api.inventoryLocations.list}
      always={`warehouse:${warehouseId}`}
      option={(item) => ({ id: item.id, name: item.code })}
    />
  );
}
