import type { advertisements as pt } from '../pt/advertisements.ts';
import type { Translation } from '../translation.ts';

export const advertisements: Translation<typeof pt> = {};
