import type { Translation } from '../translation.ts';
import type { supply as pt } from '../pt/supply.ts';

export const supply: Translation<typeof pt> = {};
