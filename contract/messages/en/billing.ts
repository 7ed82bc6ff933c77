import type { billing as pt } from '../pt/billing.ts';
import type { Translation } from '../translation.ts';

export const billing: Translation<typeof pt> = {};
