import { useLocalStorage } from '@mantine/hooks';
import type { PlacePaper } from '#contract/inventory/place-label.ts';

export type ArrowChoice = 'none' | 'up' | 'down' | 'level';
export type LabelChoice = { paper: PlacePaper; arrows: ArrowChoice; prefix: string; below: number | null };

const usual: LabelChoice = { paper: 'a4_14', arrows: 'none', prefix: 'N', below: 1 };

/** Paper and arrows of the last labels that this device printed. */
export const useLabelChoice = () =>
  useLocalStorage<LabelChoice>({ key: 'easy.place-labels', defaultValue: usual });

/** The arrows as the endpoint takes them; null while the level is incomplete. */
export function arrowsOf({ arrows, prefix, below }: LabelChoice): string | null {
  if (arrows !== 'level') return arrows;
  const name = prefix.trim().toUpperCase();
  const isComplete = /^[A-Z0-9]{1,10}$/.test(name) && below !== null && Number.isInteger(below);
  return isComplete ? `${name}:${below}` : null;
}
