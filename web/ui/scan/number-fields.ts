import { typeInto } from '../typed-ahead.ts';
import { type Stroke, swallow } from './scanner.ts';

/** Quantities on the floor are shorter than any code of digits alone. */
const mostDigits = 7;
/** Characters of a scanner arrive faster than typed ones. */
const burstMs = 100;

export const isNumberField = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && /^(numeric|decimal)$/.test(element.getAttribute('inputmode') ?? '');

const digitsOf = (text: string) => text.replace(/\D/g, '');

function restore(field: HTMLInputElement, text: string): void {
  field.setRangeText(text, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The number field that received the last characters, with its former value. */
let burst: { number: HTMLInputElement | null; before: string } = { number: null, before: '' };

/**
 * Handles a key while a number field of a screen with a scan field has the focus. A character that is not part of a
 * number redirects the scan to the scan field. More digits than a number has are a code, which is returned when it
 * ends. In both cases the number field gets its former value back.
 */
export function codeOverNumber(
  stroke: Stroke,
  number: HTMLInputElement,
  codeField: HTMLInputElement | null,
): string | null {
  if (stroke.gapMs > burstMs || burst.number !== number) burst = { number, before: number.value };
  const { before } = burst;
  const begun = digitsOf(number.value).slice(digitsOf(before).length);
  if (stroke.ends && begun.length > mostDigits) {
    swallow(stroke);
    restore(number, before);
    codeField?.focus();
    return begun;
  }
  if (stroke.sign !== null && !/[\d.,-]/.test(stroke.sign)) {
    if (begun !== '') restore(number, before);
    codeField?.focus();
    if (codeField) typeInto(codeField, begun);
  }
  return null;
}
