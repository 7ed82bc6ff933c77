type Schema = { _zod: { output: unknown; def: object; bag: Record<string, unknown> } };
type Of<S extends Schema> = S['_zod']['output'];

/**
 * A response with `given` over the simplest value of every other field: null, false, 0, '' or the first of a closed
 * list. A new field of a response is in the fixtures of all tests, without a line in any of them.
 */
export function sampleOf<S extends Schema>(schema: S, given: Partial<Of<S>> = {}): Of<S> {
  return { ...(simplestOf(schema) as object), ...given } as Of<S>;
}

type Item<List> = List extends readonly (infer One)[] ? One : never;
type ListsOf<Response> = {
  [Field in keyof Response]: Item<Response[Field]> extends never ? never : Field;
}[keyof Response];

/** One item of a list in a response: a row of its `items`, one of its `lines`. */
export function itemOf<S extends Schema, Field extends ListsOf<Of<S>>>(
  schema: S,
  field: Field,
  given: Partial<Item<Of<S>[Field]>> = {},
): Item<Of<S>[Field]> {
  const element = definitionOf(definitionOf(schema).shape?.[String(field)]).element;
  return { ...(simplestOf(element) as object), ...given } as Item<Of<S>[Field]>;
}

/** The parts of a zod definition that a value is made from. */
type Definition = {
  type: string;
  format?: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  options?: Schema[];
  out?: Schema;
  entries?: Record<string, string | number>;
  values?: unknown[];
};

const definitionOf = (schema: Schema | undefined): Definition =>
  (schema?._zod.def ?? { type: 'nothing' }) as Definition;

const moment = '2026-11-20T12:00:00.000Z';

function simplestOf(schema: Schema | undefined): unknown {
  const { type, format, shape = {}, options, out, entries = {}, values } = definitionOf(schema);
  const bag = schema?._zod.bag;
  const simplest: Record<string, () => unknown> = {
    object: () => {
      const fields = Object.entries(shape).map(([name, field]) => [name, simplestOf(field)]);
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    },
    array: () => [],
    record: () => ({}),
    nullable: () => null,
    optional: () => undefined,
    boolean: () => false,
    number: () => (bag?.exclusiveMinimum === 0 ? 1 : 0),
    string: () => (format === 'datetime' ? moment : ''),
    enum: () => Object.values(entries)[0],
    literal: () => values?.[0],
    union: () => simplestOf(options?.[0]),
    pipe: () => simplestOf(out),
  };
  const make = simplest[type];
  if (!make) throw new Error(`a sample has no value of type ${type}: give one`);
  return make();
}
