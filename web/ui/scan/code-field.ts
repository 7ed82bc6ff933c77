import { type RefObject, useEffect } from 'react';
import { typeInto } from '../typed-ahead.ts';
import { begunCode } from './begun-code.ts';
import { typingField } from './keys.ts';
import { swallow, type Taker, useTaker } from './scanner.ts';

/** A scanner sends Enter immediately after the last character. */
const burstMs = 300;
const dialogs = '[role="dialog"], [role="alertdialog"]';

/** True if nothing is open over the field. */
function isOnTop(field: HTMLInputElement): boolean {
  const opened = [...document.querySelectorAll(dialogs)];
  return opened.length === 0 || opened.at(-1)?.contains(field) === true;
}

/** Appends to the field, or replaces its content if all of it is selected. */
function append(field: HTMLInputElement, sign: string): void {
  const { length } = field.value;
  const isSelected = field.selectionStart === 0 && field.selectionEnd === length;
  field.setRangeText(sign, isSelected ? 0 : length, length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * The next code of a form is accepted wherever the focus is: a character that no field takes is typed into `field`.
 * Focus changes while a dialog opens or closes lose nothing.
 */
export function useCodeField(field: RefObject<HTMLInputElement | null>, isActive = true): void {
  const take: Taker = (stroke) => {
    const input = field.current;
    if (!input || input.disabled || !isOnTop(input)) return false;
    const { event, sign } = stroke;
    const isEnd = event.key === 'Enter' && input.value !== '' && stroke.within(burstMs).text !== '';
    if ((sign === null && !isEnd) || document.activeElement?.matches(typingField)) return false;
    swallow(stroke);
    input.focus();
    if (sign !== null) append(input, sign);
    else input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    return true;
  };
  useEffect(() => {
    // The form was opened in the middle of a code.
    const begun = isActive ? begunCode.take() : '';
    if (field.current && !field.current.disabled) typeInto(field.current, begun);
  }, [field, isActive]);
  useTaker('dialog', take, isActive);
}
