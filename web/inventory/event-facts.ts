import type { VolumeEvent } from '#contract/inventory/volume-event.ts';

const names = [
  'units',
  'reason',
  'source',
  'position',
  'from',
  'to',
  'volume',
  'products',
  'sku',
  'before',
  'after',
  'order',
] as const;
type Facts = Record<(typeof names)[number], string>;

/** Values for the texts of `volumeEvent`; a missing fact is a dash. */
export function factsOf(detail: VolumeEvent['detail']): Facts {
  return Object.fromEntries(names.map((name) => [name, String(detail[name] ?? '—')])) as Facts;
}
