import type { Volume } from '#contract/inventory/volume.ts';

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
