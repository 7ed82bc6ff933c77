import type { Translation } from '../translation.ts';
import type { advertisements as pt } from '../pt/advertisements.ts';

export const advertisements: Translation<typeof pt> = {};
