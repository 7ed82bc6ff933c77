import { type Stroke, swallow } from './scanner.ts';
import { play } from './sounds.ts';

/** Characters of a scanner arrive faster; a typed Enter comes later. */
const burstMs = 300;
/** Fewer characters are not a code. */
const fewestSigns = 3;

/**
 * Handles a key while a question is open and none of its fields has the focus: a scanned code presses none of its
 * buttons, neither by Enter nor by a space. Returns the code when it ends; Enter alone presses the button.
 */
export function codeOverQuestion(stroke: Stroke): string | null {
  const { text } = stroke.within(burstMs);
  if (text.replaceAll(' ', '').length < fewestSigns) return null;
  if (stroke.ends || stroke.event.key === ' ') swallow(stroke);
  if (!stroke.ends) return null;
  play('bad');
  return text;
}
