import type { Volume } from '#contract/inventory/volume.ts';

/** Acts that a link may start. */
const begun = ['launch', 'arrive', 'move', 'moveProducts', 'block', 'transfer'] as const;
export type BegunTask = (typeof begun)[number];

export const asTask = (text: string | undefined): BegunTask | null =>
  begun.find((task) => task === text) ?? null;

export type VolumeTask =
  | 'launch'
  | 'label'
  | 'move'
  | 'moveProducts'
  | 'edit'
  | 'replicate'
  | 'adjust'
  | 'block'
  | 'writeOff'
  | 'transfer'
  | 'arrive'
  | 'unlaunch';

export type TaskProps = { volume: Volume; close: () => void };
