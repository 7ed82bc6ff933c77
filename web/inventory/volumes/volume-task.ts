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
  | 'unlaunch';

export type TaskProps = { volume: Volume; close: () => void };
