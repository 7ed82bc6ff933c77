import type { account as pt } from '../pt/account.ts';
import type { Translation } from '../translation.ts';

export const account: Translation<typeof pt> = {};
