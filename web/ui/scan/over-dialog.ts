import { typedSign } from './keys.ts';

/** A scanner's signs come faster than this; a hand's Enter after a word comes later. */
const burstMs = 300;
/** Fewer signs are no code. */
const fewestSigns = 3;

/**
 * Of keys while a dialog stands: a code that is read over it presses none of its buttons, neither by the Enter that ends it
 * nor by a blank in it. `refuse` is called with the code. Who presses Enter alone presses the button.
 */
export function watchDialog(refuse: (code: string) => void): (event: KeyboardEvent) => void {
  let read = '';
  let last = Number.NEGATIVE_INFINITY;
  return (event) => {
    if (event.timeStamp - last > burstMs) read = '';
    last = event.timeStamp;
    const sign = typedSign(event);
    if (sign !== null) read += sign;
    if (read.length < fewestSigns) return;
    const ends = event.key === 'Enter' || event.key === 'Tab';
    if (!ends && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    if (!ends) return;
    const code = read;
    read = '';
    refuse(code);
  };
}
