/** The columns of an export of volumes, in order. */
export const volumeColumns = [
  'code',
  'name',
  'state',
  'warehouse',
  'position',
  'products',
  'units',
  'launched',
  'checked',
  'created',
] as const;
