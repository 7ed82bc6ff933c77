import type { FaultField, RemoteCause } from '#contract/advertisements/sync-error.ts';

/**
 * Parses the marketplace's reasons for a refusal. `cause` may be a list of objects, a list of words, null, or absent,
 * and `message` and `error` may be swapped: nothing is assumed, nothing is lost.
 */
export function causesOf(error: { body: unknown; code: string; message: string }): RemoteCause[] {
  const body = fieldsOf(error.body);
  const list = Array.isArray(body.cause) ? body.cause : [];
  const causes = list.map(readCause).filter((cause) => cause !== null);
  if (causes.some((cause) => !cause.warning)) return causes;
  const code = text(body.error) || error.code;
  const message = text(body.message) || error.message;
  return [...causes, explain(code, message, [])];
}

function readCause(cause: unknown): RemoteCause | null {
  if (typeof cause === 'string') return cause ? explain(cause, cause, []) : null;
  const fields = fieldsOf(cause);
  const code = text(fields.code) || text(fields.cause_id) || text(fields.error_code);
  // A sentence, regardless of the type that is sent.
  const message = (text(fields.message) || text(fields.error_message)).slice(0, 2000);
  if (!code && !message) return null;
  const references = Array.isArray(fields.references) ? fields.references.map(text) : [];
  return { ...explain(code, message, references), warning: text(fields.type) === 'warning' };
}

function explain(code: string, message: string, references: string[]): RemoteCause {
  const place = references.join(' ');
  const attributes = attributeIds(`${message} ${place}`);
  const index = /variations\[(\d+)\]/.exec(`${place} ${message}`)?.[1];
  return {
    field: fieldOf(code, place, message, attributes),
    attributes,
    variation: index === undefined ? null : Number(index),
    code: code.slice(0, 120),
    message: (message || code).slice(0, 500),
    warning: false,
  };
}

/** `[BRAND, MODEL]`, `{VOLTAGE}` or `attribute COLOR`: identifiers are upper case, category ids are not attributes. */
function attributeIds(message: string): string[] {
  const found = [...message.matchAll(/[[{]\s*([A-Z][A-Z0-9_]*(?:\s*,\s*[A-Z][A-Z0-9_]*)*)\s*[\]}]/g)].flatMap(
    (match) => (match[1] ?? '').split(',').map((id) => id.trim()),
  );
  const named = [...message.matchAll(/attribute ([A-Z][A-Z0-9_]{2,})/g)].map((match) => match[1] ?? '');
  return [...new Set([...found, ...named])].filter((id) => !/^ML[A-Z]U?\d/.test(id));
}

const fieldWords: readonly (readonly [FaultField, RegExp])[] = [
  ['images', /picture/],
  ['description', /description|plain_text/],
  ['name', /title|family_name/],
  ['category', /category_id|category\.|not_leaf/],
  ['wholesale', /per.quantity|min_purchase_unit/],
  ['price', /price/],
  ['quantity', /available_quantity|stock/],
  ['type', /listing_type/],
  ['sku', /seller_sku|seller_custom_field/],
  ['state', /status/],
  ['freeShipping', /free_shipping|item\.shipping/],
  ['attributes', /attribute|structured/],
  ['variations', /variation/],
  ['account', /seller|unable_to_list|pending|user|forbidden|address|phone/],
];

function fieldOf(code: string, place: string, message: string, attributes: string[]): FaultField {
  if (/seller\.package|dimensions/.test(code) || attributes.some((id) => id.startsWith('SELLER_PACKAGE_')))
    return 'dimensions';
  if (/product_identifier/.test(code) || attributes.some((id) => id === 'GTIN' || id === 'EMPTY_GTIN_REASON'))
    return 'gtin';
  if (/sale_terms/.test(`${code} ${place}`))
    return /manufacturing/i.test(message) ? 'handlingDays' : 'warranty';
  if (attributes.includes('ITEM_CONDITION') || /\bitem\.condition\b/.test(`${code} ${place}`))
    return 'condition';
  // The place has priority over the code, and both over the sentence.
  for (const words of [place, code, /fields? \[([^\]]+)\]/.exec(message)?.[1] ?? '', message.toLowerCase()]) {
    const found = words && fieldWords.find(([, pattern]) => pattern.test(words));
    if (found) return found[0];
  }
  return 'other';
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return value && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
