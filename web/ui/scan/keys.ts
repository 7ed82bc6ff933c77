import { groupSeparator, sameScanMs } from '#contract/inventory/scanned-code.ts';

/** Where keys belong to whoever types there. */
export const typingField = 'input, textarea, select, [contenteditable="true"]';

/** What is switched by a press and typed into by nobody. */
export const switches = '[type="checkbox"]';

/** The sign that a key types; null of one that moves, commands or is held. A blank is no part of a code. */
export function typedSign({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  return ctrlKey || metaKey || altKey || key.length !== 1 || key === ' ' ? null : key;
}

/** Keys that are pressed while a code is read and are no part of it. */
const silent = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead', 'Process'];

/** A key that moves or deletes: what was typed before it and what comes after are not one code. */
export const breaksCode = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length > 1 && !ctrlKey && !metaKey && !altKey && !silent.includes(key);

/** Scanners type the separator of a GS1 code as a terminal does: Ctrl and a closing bracket. */
export const isGroupSeparator = ({ key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>): boolean =>
  key === groupSeparator || (ctrlKey && key === ']');

/** Answers of each code, as it is read, whether it is the one before it told twice by the scanner. */
export function echoes(): (code: string) => boolean {
  let last = { code: '', at: Number.NEGATIVE_INFINITY };
  return (code) => {
    const at = performance.now();
    const isEcho = code === last.code && at - last.at < sameScanMs;
    last = { code, at };
    return isEcho;
  };
}

/** Codes are four signs at least with a digit among them: keys that move in a list are neither. */
export const isCode = (text: string) => text.length >= 4 && /\d/.test(text);
