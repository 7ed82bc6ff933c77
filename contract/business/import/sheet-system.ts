import { marketplaceIds } from '../../marketplaces/marketplace.ts';

/**
 * Systems whose sheets are recognized by their titles, the more telling titles first; `own`: an export of ours.
 */
export const sheetSystems = ['own', 'tiny', 'bling', ...marketplaceIds] as const;
export type SheetSystem = (typeof sheetSystems)[number];
