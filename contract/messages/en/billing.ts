import type { Translation } from '../translation.ts';
import type { billing as pt } from '../pt/billing.ts';

export const billing: Translation<typeof pt> = {};
