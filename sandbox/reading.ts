/**
 * Parsers of untrusted JSON and form bodies: everything from the wire is `unknown` until one of these has parsed it.
 */

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A JSON number; text that spells a number counts too, as the real service is lenient there. */
export const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : null;
};

export const idOf = (value: unknown): string | null => {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' ? String(value) : null;
};

export const textsOf = (value: unknown): string[] =>
  listOf(value).filter((entry) => typeof entry === 'string');

export const isOn = (value: unknown): boolean =>
  value === true || value === 'true' || value === 'on' || value === '1';

/** Every entry as text; of a list the first. */
export const textFields = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).map(([name, entry]) => [
      name,
      String(Array.isArray(entry) ? entry[0] : entry),
    ]),
  );
