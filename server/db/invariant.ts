/**
 * A condition that must hold after every transaction: the query must return no row. `of` names the table that drives it:
 * the first `from <table>` of the query can be narrowed to recently changed rows.
 */
export type Invariant = {
  name: string;
  of?: 'stock' | 'volumes' | 'orders' | 'dropinvoices';
  sql: string;
};
