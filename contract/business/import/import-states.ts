/**
 * An import waits for its columns, is checked, waits for its application, is applied. One that cannot continue is
 * stopped with a reason. One that became wrong between check and application is checked again, and nothing of it is
 * written.
 */
export const importStates = [
  'matching',
  'checking',
  'checked',
  'applying',
  'applied',
  'stopped',
  'canceled',
] as const;
export type ImportState = (typeof importStates)[number];

export const importActs = {
  check: { from: ['matching', 'checked', 'stopped'], to: 'checking' },
  apply: { from: ['checked'], to: 'applying' },
  cancel: { from: ['matching', 'checking', 'checked', 'stopped'], to: 'canceled' },
} as const satisfies Record<string, { from: readonly ImportState[]; to: ImportState }>;

/** Why one was stopped, or returned from its application. */
export const importFaults = [
  'sheet_too_long',
  'sheet_too_wide',
  'sheet_too_big',
  'sheet_unreadable',
  'sheet_empty',
  'forbidden',
  'changed_meanwhile',
  'internal',
] as const;
export type ImportFault = (typeof importFaults)[number];

export const rowFates = ['new', 'changed', 'unchanged', 'wrong'] as const;
export type RowFate = (typeof rowFates)[number];
