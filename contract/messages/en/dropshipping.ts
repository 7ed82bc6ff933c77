import type { dropshipping as pt } from '../pt/dropshipping.ts';
import type { Translation } from '../translation.ts';

export const dropshipping: Translation<typeof pt> = {};
