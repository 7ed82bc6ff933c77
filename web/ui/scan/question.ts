import { type Stroke, swallow } from './scanner.ts';
import { play } from './sounds.ts';

/** Characters of a scanner follow each other faster than this; the Enter of a hand after a word comes later. */
const burstMs = 300;
/** Fewer characters are no code. */
const fewestSigns = 3;

/**
 * A key while a question is open and no field of it is typed into: a code that is scanned then presses none of its buttons,
 * neither by the Enter that ends it nor by a space in it. Returns the code when it ends; Enter alone presses the button.
 */
export function codeOverQuestion(stroke: Stroke): string | null {
  const { text } = stroke.within(burstMs);
  if (text.replaceAll(' ', '').length < fewestSigns) return null;
  if (stroke.ends || stroke.event.key === ' ') swallow(stroke);
  if (!stroke.ends) return null;
  play('bad');
  return text;
}
