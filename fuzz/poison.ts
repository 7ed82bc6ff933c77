import { definitionOf, entranceOf, type Schema } from './schema.ts';
import { scriptPayloads } from './script-payloads.ts';

type Body = { [key: string]: unknown };
const takes = (schema: Schema, text: string) =>
  (schema as Schema & { safeParse(value: unknown): { success: boolean } }).safeParse(text).success;

function unwrapped(schema: Schema): Schema {
  const { type, innerType } = definitionOf(schema);
  return innerType && ['optional', 'nullable', 'default'].includes(type) ? unwrapped(innerType) : schema;
}

/** A field that a person may write anything in. */
export function isFreeText(schema: Schema): boolean {
  const inner = unwrapped(schema);
  return definitionOf(entranceOf(inner)).type === 'string' && takes(inner, '<b>x');
}

/** Names of the free texts of a schema, however deep. */
export function freeTexts(schema: Schema, path = ''): string[] {
  const inner = unwrapped(schema);
  const { type, shape, element, valueType, options } = definitionOf(inner);
  if (isFreeText(inner)) return isKept(path) ? [] : [path];
  if (type === 'object')
    return Object.entries(shape ?? {}).flatMap(([key, field]) =>
      freeTexts(field, path ? `${path}.${key}` : key),
    );
  return [element, valueType, ...(options ?? [])].flatMap((part) =>
    part ? freeTexts(part, `${path}[]`) : [],
  );
}

/** Looked up, not shown: another text would only be refused. */
const isKept = (field: string) => /password|token|code|pixKey|clientId|tempId/i.test(field);

/** Returns payloads one after the other, each time a different one that fits. */
export function createPoison() {
  let serial = 0;
  const used = new Set<string>();

  /** Each once before any twice; the number keeps two of one field apart. */
  function next(schema: Schema): string | undefined {
    serial += 1;
    const fits = (payload: string) => takes(schema, `${payload} ${serial}`);
    const turned = scriptPayloads.map(
      (_, index) => scriptPayloads[(serial + index) % scriptPayloads.length] ?? '',
    );
    const payload = scriptPayloads.find((text) => !used.has(text) && fits(text)) ?? turned.find(fits);
    if (payload === undefined) return undefined;
    used.add(payload);
    return `${payload} ${serial}`;
  }

  /** The body with a payload in every free text field, optional ones included; constrained fields keep their values. */
  function poisoned(schema: Schema, body: unknown, field = ''): unknown {
    const inner = unwrapped(schema);
    if (isKept(field)) return body;
    const { type, shape, element, valueType } = definitionOf(inner);
    if (isFreeText(inner)) return next(inner) ?? body;
    if (type === 'array' && element && Array.isArray(body))
      return body.map((item) => poisoned(element, item, field));
    if (typeof body !== 'object' || body === null) return body;
    const entries = Object.entries(body as Body);
    if (type === 'record' && valueType)
      return Object.fromEntries(entries.map(([key, value]) => [key, poisoned(valueType, value)]));
    if (type !== 'object' || !shape) return body;
    const absent = Object.keys(shape).filter(
      (key) => !(key in body) && shape[key] && !isKept(key) && isFreeText(shape[key]),
    );
    return Object.fromEntries(
      [...entries, ...absent.map((key) => [key, undefined] as const)].map(([key, value]) => [
        key,
        shape[key] ? poisoned(shape[key], value, key) : value,
      ]),
    );
  }

  return { poisoned, used };
}
