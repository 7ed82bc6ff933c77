/** What leaves in a file of volumes, in its order. */
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
