import type { supply as pt } from '../pt/supply.ts';
import type { Translation } from '../translation.ts';

export const supply: Translation<typeof pt> = {};
