import { useLocalStorage } from '@mantine/hooks';
import { type Affixes, noAffixes } from '#contract/inventory/scanned-code.ts';

/** Of the scanner at this device: what it sends around a code. */
export const useAffixes = () =>
  useLocalStorage<Affixes>({ key: 'easy.scan.affixes', defaultValue: noAffixes });
