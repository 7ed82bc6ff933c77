/** `Object.entries` of a literal table, with the keys that its type has. */
export const entriesOf = <Table extends object>(table: Table) =>
  Object.entries(table) as { [Key in keyof Table]-?: [Key, NonNullable<Table[Key]>] }[keyof Table][];
