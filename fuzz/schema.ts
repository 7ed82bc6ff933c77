import type { z } from 'zod';

/** The parts of a zod definition that input is made from and checked by; read as data, never run. */
export type Definition = {
  type: string;
  format?: string;
  shape?: Record<string, Schema>;
  catchall?: Schema;
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
  element?: Schema;
  keyType?: Schema;
  valueType?: Schema;
  options?: Schema[];
  entries?: Record<string, string | number>;
  values?: unknown[];
  checks?: { _zod: { def: Check } }[];
};

export type Check = {
  check: string;
  value?: number | bigint | Date;
  inclusive?: boolean;
  minimum?: number;
  maximum?: number;
  length?: number;
  pattern?: RegExp;
};

export type Schema = z.core.$ZodType;

export function definitionOf(schema: Schema): Definition {
  const read: object = schema._zod.def;
  return read as Definition;
}

export function checksOf(schema: Schema): Check[] {
  const definition = definitionOf(schema);
  return (definition.checks ?? []).map((check) => check._zod.def);
}

/** The input schema: inside pipes, defaults and transforms. */
export function entranceOf(schema: Schema): Schema {
  const { type, in: entrance } = definitionOf(schema);
  return type === 'pipe' && entrance ? entranceOf(entrance) : schema;
}

/** Every check between input and output. */
export function allChecks(schema: Schema): Check[] {
  const { type, in: entrance, out } = definitionOf(schema);
  if (type !== 'pipe') return checksOf(schema);
  return [...(entrance ? allChecks(entrance) : []), ...(out ? allChecks(out) : [])];
}

/** Lengths and sizes a schema draws a line at. */
export function boundsOf(schema: Schema): { min?: number; max?: number } {
  let min: number | undefined;
  let max: number | undefined;
  for (const check of allChecks(schema)) {
    if (check.check === 'min_length') min = check.minimum;
    if (check.check === 'max_length') max = check.maximum;
    if (check.check === 'length_equals') min = max = check.length;
    const limit = Number(check.value);
    if (check.check === 'greater_than') min = check.inclusive ? limit : limit + 1;
    if (check.check === 'less_than') max = check.inclusive ? limit : limit - 1;
  }
  return { min, max };
}
