import type { marketplaces as pt } from '../pt/marketplaces.ts';
import type { Translation } from '../translation.ts';

export const marketplaces: Translation<typeof pt> = {};
