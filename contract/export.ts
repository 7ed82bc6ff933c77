import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { Permission } from './permissions.ts';
import { filterText, opaque, sortName } from './primitives.ts';

export const exportFormats = ['csv', 'xlsx'] as const;

/** The filtered and sorted list of the screen, as a file; `columns` are keys in the requested order, by default all. */
export const exportQuery = z.strictObject({
  query: filterText.optional(),
  sort: sortName.optional(),
  format: z.enum(exportFormats).default('csv'),
  columns: opaque(1000).optional(),
});

/** The export of a list: `export: exportOf('/products/export', 'products.read', ['id', 'name'])`. */
export function exportOf<const P extends `/${string}`, const A extends Permission, const K extends string>(
  path: P,
  permission: A,
  /** Keys of everything that may leave, in the order of a file that names none. */
  columns: readonly K[],
  /** The export contains personal data: the password is required again. */
  fresh = false,
) {
  const named = exportQuery.shape.columns.meta({
    description: `Separated by commas, in the order wanted: ${columns.join(', ')}`,
  });
  return endpoint({
    method: 'GET',
    path,
    permission,
    summary: 'All rows of the list with this filter, as CSV or XLSX',
    query: exportQuery.extend({ columns: named }),
    binary: 'csv',
    fresh,
    columns,
  });
}

export type ExportEndpoint<K extends string = string> = ReturnType<
  typeof exportOf<`/${string}`, Permission, K>
>;
