import { formatQuantity } from '../quantity.ts';

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Powers of ten, as in the plans. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${formatQuantity(Math.round(value * 10) / 10)}\u00a0${units[unit]}`;
}
