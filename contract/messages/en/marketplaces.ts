import type { Translation } from '../translation.ts';
import type { marketplaces as pt } from '../pt/marketplaces.ts';

export const marketplaces: Translation<typeof pt> = {};
