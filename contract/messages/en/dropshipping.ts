import type { Translation } from '../translation.ts';
import type { dropshipping as pt } from '../pt/dropshipping.ts';

export const dropshipping: Translation<typeof pt> = {};
