import { marketplaceIds } from '../../marketplaces/marketplace.ts';

/** Systems whose sheets are recognized by their titles; `own`: an export of ours. */
export const sheetSystems = ['own', 'bling', 'tiny', ...marketplaceIds] as const;
export type SheetSystem = (typeof sheetSystems)[number];
