import type { FaultField, RemoteCause } from '#contract/advertisements/sync-error.ts';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  value && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};
const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** For reasons without a field: the keys of the answer itself. */
const ownKeys = new Set(['code', 'message', 'description', 'error', 'error_description', 'status']);

/** Code and sentence of an error: `{code,message,description}`, `{error,error_description}`, `{field:[..]}` or a text. */
export function wordsOf(body: unknown, status: number): { code: string; message: string } {
  if (typeof body === 'string') return { code: String(status), message: body };
  const { error, error_description, message, description, code } = fieldsOf(body);
  const [first] = byField(body);
  if (first) return { code: first.field, message: `${first.field}: ${first.messages.join('; ')}` };
  return {
    code: text(error) || text(code) || String(status),
    message: text(error_description) || text(description) || text(message) || text(error),
  };
}

/** The reasons of a refusal, by our fields; without a field, in the marketplace's own words. */
export function causesOf(error: { body: unknown; code: string; message: string }): RemoteCause[] {
  const named = byField(error.body).flatMap(({ field, messages }) =>
    messages.map((message) => causeOf(field, message)),
  );
  return named.length > 0 ? named : [causeOf(error.code, error.message || error.code)];
}

/** `{"name":["can't be blank"]}`, also with one sentence in place of the list, or with its fields below `variants`. */
function byField(body: unknown): { field: string; messages: string[] }[] {
  return Object.entries(fieldsOf(body)).flatMap(([field, value]) => {
    if (ownKeys.has(field) && !Array.isArray(value)) return [];
    const messages = (Array.isArray(value) ? value : [value]).map(text).filter(Boolean);
    const inner = (Array.isArray(value) ? value : [value]).flatMap(byField);
    return [...(messages.length > 0 ? [{ field, messages }] : []), ...inner];
  });
}

function causeOf(field: string, message: string): RemoteCause {
  return {
    field: fieldOf(`${field} ${message}`.toLowerCase()),
    attributes: [],
    variation: null,
    code: field.slice(0, 120),
    message: message.slice(0, 500),
    warning: false,
  };
}

/** The first that is named decides. */
const fieldWords: readonly (readonly [FaultField, RegExp])[] = [
  ['images', /image|attachment/],
  ['description', /description/],
  ['category', /categor/],
  ['freeShipping', /free_shipping/],
  ['price', /price|cost/],
  ['quantity', /stock|inventory/],
  ['sku', /\bsku\b/],
  ['gtin', /barcode/],
  ['dimensions', /weight|width|height|depth/],
  ['variations', /variant|values/],
  ['attributes', /attributes?|brand/],
  ['state', /published|visibility/],
  ['name', /\bname|handle/],
];

const fieldOf = (words: string): FaultField =>
  fieldWords.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other';
