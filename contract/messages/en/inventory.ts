import type { inventory as pt } from '../pt/inventory.ts';
import type { Translation } from '../translation.ts';

export const inventory: Translation<typeof pt> = {};
