import type { Translation } from '../translation.ts';
import type { account as pt } from '../pt/account.ts';

export const account: Translation<typeof pt> = {};
