import { typeInto } from '../typed-ahead.ts';
import { type Stroke, swallow } from './scanner.ts';

/** Numbers of the floor are shorter than any code of digits alone. */
const mostDigits = 7;
/** Characters of a scanner follow each other faster than those of a hand. */
const burstMs = 100;

export const isNumberField = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && /^(numeric|decimal)$/.test(element.getAttribute('inputmode') ?? '');

const digitsOf = (text: string) => text.replace(/\D/g, '');

function restore(field: HTMLInputElement, text: string): void {
  field.setRangeText(text, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Which number got the characters that came last, and what it held before them. */
let burst: { number: HTMLInputElement | null; before: string } = { number: null, before: '' };

/**
 * A key while a number has the focus of a screen with a field for codes. A character that is no part of a number sends what
 * the scanner types to that field. More digits than a number has are a code: it is returned when it ends. In both cases the
 * number holds again what it held before.
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
