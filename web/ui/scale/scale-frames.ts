/** What a scale says of what is on it; zero grams: it is empty. */
export type ScaleReading =
  | { kind: 'stable'; grams: number }
  | { kind: 'unstable' }
  | { kind: 'overload' }
  | { kind: 'negative' };

const stx = '\x02';
const ends = ['\x03', '\r', '\n'];

function endOf(text: string): number {
  const found = ends.map((end) => text.indexOf(end)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/**
 * Reads frames of counter scales, in the order in which they arrived. `rest` begins a frame whose end has not arrived.
 * Toledo and Filizola send STX, the weight and ETX; others send a line.
 */
export function readFrames(text: string): { readings: ScaleReading[]; rest: string } {
  const readings: ScaleReading[] = [];
  let rest = text;
  for (let end = endOf(rest); end >= 0; end = endOf(rest)) {
    const frame = rest.slice(0, end);
    rest = rest.slice(end + 1);
    // What precedes STX is the end of a frame whose beginning was missed.
    const begin = frame.lastIndexOf(stx);
    const reading = begin < 0 ? readLine(frame.trim()) : readPayload(frame.slice(begin + 1).trim());
    if (reading) readings.push(reading);
  }
  return { readings, rest };
}

/** In place of the digits: Toledo repeats the letter, Filizola may send it once. */
const letters = { I: 'unstable', S: 'overload', N: 'negative' } as const;
/** `ST,GS,+  1.234kg`; the second word is gross, net or tare. */
const line = /^(ST|US|OL)\s*,\s*(?:(?:GS|NT|TR|G|N)\s*,?)?\s*([+-]?)\s*(\d+(?:[.,]\d+)?)\s*(kg|g)$/i;

/** Between STX and ETX; null: not a frame that is known. */
function readPayload(payload: string): ScaleReading | null {
  // Kilograms with three decimals and without a point, so that the number is grams.
  if (/^\d{5,6}$/.test(payload)) return { kind: 'stable', grams: Number(payload) };
  const kilograms = /^(\d{1,3})[.,](\d{3})$/.exec(payload);
  if (kilograms) return { kind: 'stable', grams: Number(`${kilograms[1]}${kilograms[2]}`) };
  const letter = /^([ISN])\1*\d*$/.exec(payload)?.[1];
  if (letter) return { kind: letters[letter as keyof typeof letters] };
  return readLine(payload);
}

/** A line has words, so that the last digits of a frame whose beginning was missed are none. */
function readLine(payload: string): ScaleReading | null {
  if (/^OL\b/i.test(payload)) return { kind: 'overload' };
  const [, state = '', sign, number = '', unit = ''] = line.exec(payload) ?? [];
  if (state === '') return null;
  if (state.toUpperCase() === 'US') return { kind: 'unstable' };
  const value = Number(number.replace(',', '.'));
  const grams = Math.round(unit.toLowerCase() === 'kg' ? value * 1000 : value);
  return sign === '-' && grams > 0 ? { kind: 'negative' } : { kind: 'stable', grams };
}

/**
 * The weight that a scale shows, from its latest readings: two equal ones after another, because a weight that is
 * still being put down may pass as stable once.
 */
export function settledReading(readings: readonly ScaleReading[]): ScaleReading | null {
  const last = readings.at(-1);
  if (last?.kind !== 'stable') return last ?? null;
  const before = readings.at(-2);
  return before?.kind === 'stable' && before.grams === last.grams ? last : null;
}
