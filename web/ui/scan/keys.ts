import { benchCode, groupSeparator, sameScanMs } from '#contract/inventory/scanner-signs.ts';

/** Elements in which keys belong to the typing reader. */
export const typingField = 'input, textarea, select, [contenteditable="true"]';

/** Elements that are toggled by a press and not typed into. */
export const switches = '[type="checkbox"]';

/** The character of a key; null for keys that move, command or repeat. A space is not part of a code. */
export function typedSign({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  return ctrlKey || metaKey || altKey || key.length !== 1 || key === ' ' ? null : key;
}

/** Keys pressed within a code that are not part of it. */
const silent = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead', 'Process'];

/** A key that moves or deletes separates two codes. */
export const breaksCode = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length > 1 && !ctrlKey && !metaKey && !altKey && !silent.includes(key);

/** Scanners type the separator of a GS1 code as a terminal does: Ctrl and a closing bracket. */
export const isGroupSeparator = ({ key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>): boolean =>
  key === groupSeparator || (ctrlKey && key === ']');

/** Whether a scanned code is a double read of the former one. */
export function echoes(): (code: string) => boolean {
  let last = { code: '', at: Number.NEGATIVE_INFINITY };
  return (code) => {
    const at = performance.now();
    const isEcho = code === last.code && at - last.at < sameScanMs;
    last = { code, at };
    return isEcho;
  };
}

/** A code has at least three characters and a digit (`R01`), unlike keys that move in a list, or is that of the bench. */
export const isCode = (text: string) =>
  (text.length >= 3 && /\d/.test(text)) || text.toUpperCase() === benchCode;
