import { z } from 'zod';

const isEven = (pin: string, step: number) =>
  [...pin].every(
    (digit, index) => index === 0 || (Number(pin[index - 1]) + step + 10) % 10 === Number(digit),
  );

const isRepeated = (pin: string) =>
  [1, 2, 3].some((length) => length < pin.length && pin.slice(length) === pin.slice(0, -length));

const isDayOfYear = (day: number, month: number) => day >= 1 && day <= 31 && month >= 1 && month <= 12;

/** A year, or a day as people write it: `1990`, `0704`, `070490`. */
function isDate(pin: string): boolean {
  if (pin.length === 4 && /^(19|20)/.test(pin)) return true;
  if (pin.length === 5) return false;
  const [first, second] = [Number(pin.slice(0, 2)), Number(pin.slice(2, 4))];
  return isDayOfYear(first, second) || isDayOfYear(second, first);
}

/** PINs that everybody tries first: one digit, ascending or descending digits, a repeated pair, a date. */
export function isGuessablePin(pin: string): boolean {
  return [0, 1, -1].some((step) => isEven(pin, step)) || isRepeated(pin) || isDate(pin);
}

/** A PIN being chosen. */
export const newPin = z
  .string()
  .min(1, 'required')
  .regex(/^\d{4,6}$/, 'pin_invalid')
  .refine((pin) => !isGuessablePin(pin), 'pin_guessable');

/** A PIN being compared. */
export const knownPin = z.string().regex(/^\d{4,6}$/, 'pin_invalid');
