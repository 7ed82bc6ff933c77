import { groupSeparator } from '#contract/inventory/scanned-code.ts';

/** Where keys belong to whoever types there. */
export const typingField = 'input, textarea, select, [contenteditable="true"]';

/** The sign that a key types; null of one that moves, commands or is held. A blank is no part of a code. */
export function typedSign({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  return ctrlKey || metaKey || altKey || key.length !== 1 || key === ' ' ? null : key;
}

/** Scanners type the separator of a GS1 code as a terminal does: Ctrl and a closing bracket. */
export const isGroupSeparator = ({ key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>): boolean =>
  key === groupSeparator || (ctrlKey && key === ']');
