/** Where keys belong to whoever types there. */
export const typingField = 'input, textarea, select, [contenteditable="true"]';

/** The sign that a key types; null of one that moves, commands or is held. A blank is no part of a code. */
export function typedSign({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  return ctrlKey || metaKey || altKey || key.length !== 1 || key === ' ' ? null : key;
}

/** Codes are four signs at least with a digit among them: keys that move in a list are neither. */
export const isCode = (text: string) => text.length >= 4 && /\d/.test(text);
