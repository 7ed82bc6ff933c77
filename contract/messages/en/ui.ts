import type { Translation } from '../translation.ts';
import type { ui as pt } from '../pt/ui.ts';

export const ui: Translation<typeof pt> = {};
