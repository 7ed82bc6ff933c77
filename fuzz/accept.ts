import { checksOf, definitionOf, type Schema } from './schema.ts';

/**
 * A second validator of a schema, by its definition only: types as they are (no coercion), every object closed, limits
 * and patterns of the input. It may accept more than the schema (refinements are functions), never less: an input that
 * it refuses and the server accepts is a finding. Returns the first error, or null.
 */
export function refusal(schema: Schema, value: unknown, path = ''): string | null {
  const definition = definitionOf(schema);
  const { innerType } = definition;
  switch (definition.type) {
    case 'optional':
    case 'default':
    case 'prefault':
      return value === undefined || !innerType ? null : refusal(innerType, value, path);
    case 'nullable':
      return value === null || !innerType ? null : refusal(innerType, value, path);
    case 'nonoptional':
    case 'readonly':
      return innerType ? refusal(innerType, value, path) : null;
    case 'pipe':
      return definition.in ? refusal(definition.in, value, path) : null;
    case 'object':
      return objectRefusal(schema, value, path);
    case 'array':
      if (!Array.isArray(value)) return `${path}: not an array`;
      return (
        sizeRefusal(schema, value.length, path) ??
        first(value, (item, index) =>
          definition.element ? refusal(definition.element, item, `${path}.${index}`) : null,
        )
      );
    case 'record':
      if (!isPlain(value)) return `${path}: not an object`;
      return first(Object.entries(value), ([key, item]) =>
        definition.valueType ? refusal(definition.valueType, item, `${path}.${key}`) : null,
      );
    case 'union': {
      const faults = (definition.options ?? []).map((option) => refusal(option, value, path));
      return faults.includes(null) ? null : (faults[0] ?? null);
    }
    case 'enum':
      return Object.values(definition.entries ?? {}).some((entry) => entry === value)
        ? null
        : `${path}: not one of them`;
    case 'literal':
      return definition.values?.includes(value) ? null : `${path}: not the one`;
    case 'boolean':
      return typeof value === 'boolean' ? null : `${path}: not a boolean`;
    case 'null':
      return value === null ? null : `${path}: not null`;
    case 'number':
      return numberRefusal(schema, value, path);
    case 'string':
      return textRefusal(schema, value, path);
    default:
      return null;
  }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function first<T>(list: readonly T[], judge: (item: T, index: number) => string | null): string | null {
  for (const [index, item] of list.entries()) {
    const fault = judge(item, index);
    if (fault) return fault;
  }
  return null;
}

function objectRefusal(schema: Schema, value: unknown, path: string): string | null {
  if (!isPlain(value)) return `${path}: not an object`;
  const shape = definitionOf(schema).shape ?? {};
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(shape, key));
  if (unknown !== undefined) return `${path}.${unknown}: unknown field`;
  return first(Object.entries(shape), ([key, field]) => {
    if (Object.hasOwn(value, key)) return refusal(field, value[key], `${path}.${key}`);
    return ['optional', 'default', 'prefault'].includes(definitionOf(field).type)
      ? null
      : `${path}.${key}: missing`;
  });
}

function sizeRefusal(schema: Schema, size: number, path: string): string | null {
  for (const { check, minimum, maximum, length } of checksOf(schema)) {
    if (check === 'min_length' && minimum !== undefined && size < minimum) return `${path}: too few`;
    if (check === 'max_length' && maximum !== undefined && size > maximum) return `${path}: too many`;
    if (check === 'length_equals' && length !== undefined && size !== length)
      return `${path}: another length`;
  }
  return null;
}

function numberRefusal(schema: Schema, value: unknown, path: string): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${path}: not a number`;
  const { format } = definitionOf(schema);
  if (format === 'safeint' && !Number.isSafeInteger(value))
    return `${path}: not a whole number that survives`;
  for (const { check, value: limit, inclusive } of checksOf(schema)) {
    const bound = Number(limit);
    if (check === 'greater_than' && !(inclusive ? value >= bound : value > bound))
      return `${path}: too small`;
    if (check === 'less_than' && !(inclusive ? value <= bound : value < bound)) return `${path}: too big`;
  }
  return null;
}

function textRefusal(schema: Schema, value: unknown, path: string): string | null {
  if (typeof value !== 'string') return `${path}: not a text`;
  if (value.includes('\0')) return `${path}: NUL`;
  if (!value.isWellFormed()) return `${path}: half a character`;
  const pattern = checksOf(schema).find((check) => check.pattern)?.pattern;
  if (pattern && !new RegExp(pattern.source, pattern.flags.replace('g', '')).test(value))
    return `${path}: not of its form`;
  return sizeRefusal(schema, value.length, path);
}
