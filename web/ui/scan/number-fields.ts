import { typeInto } from '../typed-ahead.ts';
import { typedSign } from './keys.ts';

/** Numbers of the floor are shorter than any code of digits alone. */
const mostDigits = 7;
/** A scanner's signs come faster than a hand's. */
const burstMs = 100;

export const isNumberField = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && /^(numeric|decimal)$/.test(element.getAttribute('inputmode') ?? '');

const digitsOf = (text: string) => text.replace(/\D/g, '');

function restore(field: HTMLInputElement, text: string): void {
  field.setRangeText(text, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Whoever scans while a number has the focus has not typed it: a sign that is no part of a number sends what the scanner
 * types to the field for codes, and so does the end of more digits than a number has. The number is again what it was.
 */
export function watchNumbers(scanField: () => HTMLInputElement | null, take: (code: string) => void) {
  let before = '';
  let last = Number.NEGATIVE_INFINITY;
  return (event: KeyboardEvent, number: HTMLInputElement): void => {
    if (event.timeStamp - last > burstMs) before = number.value;
    last = event.timeStamp;
    const begun = digitsOf(number.value).slice(digitsOf(before).length);
    const sign = typedSign(event);
    const ends = event.key === 'Enter' || event.key === 'Tab';
    if (ends && begun.length > mostDigits) {
      event.preventDefault();
      event.stopPropagation();
      restore(number, before);
      scanField()?.focus();
      take(begun);
    } else if (sign !== null && !/[\d.,-]/.test(sign)) {
      if (begun !== '') restore(number, before);
      const field = scanField();
      field?.focus();
      if (field) typeInto(field, begun);
    }
  };
}
