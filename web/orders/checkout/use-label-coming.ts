import { useSyncExternalStore } from 'react';
import { comingLabels } from './label-file.ts';

/** Whether the label of a sale is on its way to this device. */
export const useLabelComing = (id: number): boolean =>
  useSyncExternalStore(comingLabels.subscribe, comingLabels.get).includes(id);
