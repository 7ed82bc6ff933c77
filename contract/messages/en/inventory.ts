import type { Translation } from '../translation.ts';
import type { inventory as pt } from '../pt/inventory.ts';

export const inventory: Translation<typeof pt> = {};
