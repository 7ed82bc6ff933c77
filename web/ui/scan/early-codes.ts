import { useEffect } from 'react';
import { groupSeparator } from '#contract/inventory/scanned-code.ts';
import { echoes, isGroupSeparator, typedSign, typingField } from './keys.ts';

let typed = '';

/** Keeps what is typed while a screen is on its way: a scanner does not wait for its field. */
export function useEarlyCodes(): void {
  useEffect(() => {
    typed = '';
    const isEcho = echoes();
    const keep = (event: KeyboardEvent) => {
      if (document.activeElement?.matches(typingField)) return;
      typed += isGroupSeparator(event) ? groupSeparator : (typedSign(event) ?? '');
      if (event.key !== 'Enter' || !typed) return;
      const begun = typed.lastIndexOf('\n') + 1;
      typed = isEcho(typed.slice(begun)) ? typed.slice(0, begun) : `${typed}\n`;
    };
    document.addEventListener('keydown', keep, true);
    return () => {
      document.removeEventListener('keydown', keep, true);
      // The field of the screen that follows has taken it by then, or there is none.
      setTimeout(() => {
        typed = '';
      }, 0);
    };
  }, []);
}

/** The codes that were ended, and what was typed of the next one. */
export function takeEarlyCodes(): { codes: string[]; begun: string } {
  const codes = typed.split('\n');
  typed = '';
  return { begun: codes.pop() ?? '', codes };
}
