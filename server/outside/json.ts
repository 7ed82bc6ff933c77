/** A whole number of 16 digits that begins with 9, or of more: it may be beyond 2^53. */
const longNumber = /(?<![\d"])(?:9\d{15}|\d{17})/;

/**
 * JSON whose whole numbers keep every digit: a number that a double cannot represent stays as text. Ids are text in the
 * product, and none may turn into another one. Throws SyntaxError.
 */
export function parseRemoteJson(text: string): unknown {
  return longNumber.test(text) ? JSON.parse(text, keepLongNumbers) : JSON.parse(text);
}

/** Node 24 passes the source of a primitive. */
function keepLongNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const { source = '' } = context ?? {};
  return /^-?\d+$/.test(source) ? source : value;
}
