import type { business as pt } from '../pt/business.ts';
import type { Translation } from '../translation.ts';

export const business: Translation<typeof pt> = {};
