import { type RefObject, useEffect } from 'react';
import { typeInto } from '../typed-ahead.ts';
import { typedSign, typingField } from './keys.ts';

/**
 * A form whose next step is a code hears the scanner wherever the focus is: a sign that no field takes goes into its field.
 * What a dialog or a drawer does with the focus while it opens or closes loses nothing.
 */
export function useHearsScanner(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const sign = typedSign(event);
      const input = field.current;
      if (sign === null || !input || input.disabled || document.activeElement?.matches(typingField)) return;
      event.preventDefault();
      event.stopPropagation();
      input.focus();
      typeInto(input, sign);
    };
    document.addEventListener('keydown', hear, true);
    return () => document.removeEventListener('keydown', hear, true);
  }, [field]);
}
