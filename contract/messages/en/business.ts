import type { Translation } from '../translation.ts';
import type { business as pt } from '../pt/business.ts';

export const business: Translation<typeof pt> = {};
