/**
 * A control of the filter bar; `field` is a field of the entity's filter, `options` are required for choices and ids,
 * and offer known values of a text.
 */
export type FilterControl = {
  field: string;
  label: string;
  options?: readonly { value: string; label: string }[];
};
