import { formatDay } from '#contract/dates.ts';
import type { api } from '#contract/index.ts';
import type { Messages } from '#contract/messages/index.ts';
import { type ProductivityRow, workKinds } from '#contract/orders/productivity.ts';
import { type ExportColumn, type ExportKey, type ExportOptions, wordOf } from '#server/http/export.ts';
import { listProductivity } from './productivity.queries.ts';

type Words = Messages['orders']['productivity'];
const figure = (
  key: 'lines' | 'units' | 'parcels' | 'linesPerHour' | 'unitsPerHour' | 'parcelsPerHour' | 'errors',
): ExportColumn<ProductivityRow> => ({
  label: (words) => words.orders.productivity[key],
  value: (row) => row[key],
  kind: 'number',
});

const dayForm = /^\d{4}-\d\d-\d\d$/;
const kinds: readonly string[] = workKinds;

/** A person, a day or a kind of work, in words. */
function nameOf({ name }: ProductivityRow, words: Words): string {
  if (dayForm.test(name)) return formatDay(name);
  if (kinds.includes(name)) return wordOf(words.kinds, name);
  return name || words.left;
}

export const productivityExport: ExportOptions<ProductivityRow, ExportKey<typeof api.productivity.export>> = {
  name: (words) => words.orders.productivity.title,
  list: listProductivity,
  batch: 100_000,
  columns: {
    name: {
      label: (words) => words.orders.productivity.name,
      value: (row, words) => nameOf(row, words.orders.productivity),
    },
    lines: figure('lines'),
    units: figure('units'),
    parcels: figure('parcels'),
    hours: {
      label: (words) => words.orders.productivity.hours,
      value: ({ seconds }) => Math.round(seconds / 36) / 100,
      kind: 'number',
    },
    linesPerHour: figure('linesPerHour'),
    unitsPerHour: figure('unitsPerHour'),
    parcelsPerHour: figure('parcelsPerHour'),
    errors: figure('errors'),
  },
};
