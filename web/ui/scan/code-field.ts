import type { RefObject } from 'react';
import { typeInto } from '../typed-ahead.ts';
import { typingField } from './keys.ts';
import { swallow, type Taker, useTaker } from './scanner.ts';

const dialogs = '[role="dialog"], [role="alertdialog"]';

/** Nothing is open over the field. */
function isOnTop(field: HTMLInputElement): boolean {
  const opened = [...document.querySelectorAll(dialogs)];
  return opened.length === 0 || opened.at(-1)?.contains(field) === true;
}

/**
 * A form whose next step is a code takes it wherever the focus is: a character that no field takes is typed into `field`.
 * What a dialog does with the focus while it opens or closes loses nothing.
 */
export function useCodeField(field: RefObject<HTMLInputElement | null>, isActive = true): void {
  const take: Taker = (stroke) => {
    const input = field.current;
    if (!input || input.disabled || !isOnTop(input)) return false;
    if (stroke.sign === null || document.activeElement?.matches(typingField)) return false;
    swallow(stroke);
    input.focus();
    typeInto(input, stroke.sign);
    return true;
  };
  useTaker('dialog', take, isActive);
}
