import { useLocalStorage } from '@mantine/hooks';
import { type Affixes, noAffixes } from '#contract/inventory/scanned-code.ts';

/** Prefix and suffix of the scanner on this device. */
export const useAffixes = () =>
  useLocalStorage<Affixes>({ key: 'easy.scan.affixes', defaultValue: noAffixes });
