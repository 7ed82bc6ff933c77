import { z } from 'zod';

/** A body with one value in it; lists and maps on the way have one item. */
export function bodyWith(schema: z.core.$ZodType, path: readonly string[], value: string): unknown {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray) return [bodyWith(inner.element, path, value)];
  if (inner instanceof z.ZodRecord) return { 1: bodyWith(inner.valueType, path, value) };
  if (inner instanceof z.ZodUnion) {
    const option = inner.options.find((one) => path[0] !== undefined && has(one, path[0]));
    if (!option) return value;
    const body = bodyWith(option, path, value);
    return option instanceof z.ZodObject ? { ...kindOf(inner, option), ...Object(body) } : body;
  }
  if (!(inner instanceof z.ZodObject)) return value;
  const [key = '', ...rest] = path;
  const field = inner.shape[key];
  return field ? { [key]: bodyWith(field, rest, value) } : value;
}

/** The field by which a discriminated union finds this option. */
function kindOf(union: z.ZodUnion, option: z.ZodObject): Record<string, unknown> {
  const key = union instanceof z.ZodDiscriminatedUnion ? union.def.discriminator : '';
  const kind: unknown = option.shape[key];
  return kind instanceof z.ZodLiteral ? { [key]: kind.value } : {};
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return unwrapped(schema.def.innerType);
  return schema;
}

function has(schema: z.core.$ZodType, key: string): boolean {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray) return has(inner.element, key);
  return inner instanceof z.ZodObject && key in inner.shape;
}

/** Whether an issue is at this field; lists and maps add nothing to its path. */
export const isAt = (found: readonly PropertyKey[], path: readonly string[]) =>
  found.filter((key) => typeof key === 'string' && key !== '1').join('.') === path.join('.');
