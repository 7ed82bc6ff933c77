import fc from 'fast-check';
import { allChecks, boundsOf, definitionOf, entranceOf, type Schema } from './schema.ts';
import { goodTexts, hostileTexts } from './strings.ts';

/** A value that only the running world has: looked up by the name of its field when the request is sent. */
export class Pick {
  readonly from: 'own' | 'foreign' | 'nobody';
  readonly field: string;
  readonly place: number;
  readonly as: 'number' | 'text';
  constructor(from: Pick['from'], field: string, place: number, as: Pick['as']) {
    this.from = from;
    this.field = field;
    this.place = place;
    this.as = as;
  }
}

export type Tree = string | number | boolean | null | Pick | Tree[] | { [key: string]: Tree };

/** The fields and sorts of a list, read from its own refusal. */
export type Grammar = { fields: readonly string[]; sorts: readonly string[] };
const noGrammar: Grammar = { fields: [], sorts: [] };

const pick = (field: string, as: Pick['as']): fc.Arbitrary<Tree> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 16, arbitrary: fc.constant('own' as const) },
        { weight: 3, arbitrary: fc.constant('foreign' as const) },
        { weight: 1, arbitrary: fc.constant('nobody' as const) },
      ),
      fc.nat(40),
    )
    .map(([from, place]) => new Pick(from, field, place, as));

/**
 * What a schema accepts: its limits, the valid texts of every kind that fit, existing ids. `field` is the name of the
 * field.
 */
export function inputOf(schema: Schema, field = '', grammar = noGrammar): fc.Arbitrary<Tree> {
  const definition = definitionOf(schema);
  const inner = definition.innerType;
  switch (definition.type) {
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return inner ? inputOf(inner, field, grammar) : fc.constant(null);
    case 'nullable':
      return inner
        ? fc.oneof({ weight: 4, arbitrary: inputOf(inner, field, grammar) }, fc.constant(null))
        : fc.constant(null);
    case 'object':
      return objectInput(definition.shape ?? {}, field, grammar);
    case 'array':
      return arrayInput(schema, field);
    case 'record':
      return recordInput(schema, field);
    case 'union':
      return fc.oneof(...(definition.options ?? []).map((option) => inputOf(option, field, grammar)));
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...((definition.values ?? []) as Tree[]));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'number':
      return numberInput(schema, field);
    case 'string':
      return textInput(schema, field, grammar);
    case 'pipe': {
      const entrance = entranceOf(schema);
      const { type } = definitionOf(entrance);
      if (type === 'string') return textInput(schema, field, grammar);
      if (type === 'transform' && definition.out) return inputOf(definition.out, field, grammar);
      return inputOf(entrance, field, grammar);
    }
    default:
      return fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Tree>;
  }
}

export function isOptional(schema: Schema): boolean {
  return ['optional', 'default', 'prefault'].includes(definitionOf(schema).type);
}

/** Groups of a change set: their items are treated as items of the collection. */
const groups = ['add', 'create', 'update', 'remove', 'order'];

function objectInput(shape: Record<string, Schema>, field: string, grammar: Grammar): fc.Arbitrary<Tree> {
  const fields = Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [
      key,
      inputOf(schema, field && groups.includes(key) ? field : key, grammar),
    ]),
  );
  // Equal references get equal values.
  const twin = Object.keys(shape).find((key) => key.endsWith('Confirmation'));
  const requiredKeys = Object.keys(shape).filter((key) => shape[key] && !isOptional(shape[key]));
  const record = fc.record(fields, { requiredKeys, noNullPrototype: true });
  if (!twin) return record;
  const first = twin.replace(/Confirmation$/, '');
  return record.map((value) => ({ ...value, [twin]: value[first] ?? null }));
}

function arrayInput(schema: Schema, field: string): fc.Arbitrary<Tree> {
  const { element } = definitionOf(schema);
  const { min = 0, max = 500 } = boundsOf(schema);
  return fc.array(element ? inputOf(element, field) : fc.constant(null), {
    minLength: min,
    maxLength: Math.max(min, Math.min(max, 3)),
  });
}

function recordInput(schema: Schema, field: string): fc.Arbitrary<Tree> {
  const { keyType, valueType } = definitionOf(schema);
  const keys = keyType ? acceptedTexts(keyType) : [];
  const key = fc.oneof(
    fc.constantFrom(...(keys.length > 0 ? keys : ['Cor'])),
    // An id as a key, taken from the world, because change sets address items by id.
    fc.nat(40).map((place) => `#${place}`),
  );
  const value = valueType ? inputOf(valueType, field) : fc.constant(null);
  return fc
    .array(fc.tuple(key, value), { maxLength: 3 })
    .map((entries) => Object.fromEntries(entries) as { [key: string]: Tree });
}

const accepted = new WeakMap<Schema, string[]>();

/** The valid texts that a schema accepts; they identify a kind of text without naming it. */
export function acceptedTexts(schema: Schema): string[] {
  const known = accepted.get(schema);
  if (known) return known;
  const { safeParse } = schema as Schema & { safeParse(value: unknown): { success: boolean } };
  const found = goodTexts.filter((text) => safeParse(text).success);
  accepted.set(schema, found);
  return found;
}

const isIdLike = (field: string) => /^id$|Id$|ids$/i.test(field);

function textInput(schema: Schema, field: string, grammar: Grammar): fc.Arbitrary<Tree> {
  if (field === 'query') return filterInput(grammar);
  if (field === 'sort' && grammar.sorts.length > 0)
    return fc
      .tuple(fc.constantFrom('', '-'), fc.constantFrom(...grammar.sorts))
      .map((parts) => parts.join(''));
  // A page key of a former answer.
  if (field === 'after')
    return fc.oneof({ weight: 6, arbitrary: pick('after', 'text') }, fc.constantFrom(...hostileTexts));
  const good = acceptedTexts(schema);
  const { min = 0, max = 3000 } = boundsOf(schema);
  const pattern = allChecks(schema).find((check) => check.pattern)?.pattern;
  const choices: fc.WeightedArbitrary<Tree>[] = [
    { weight: isIdLike(field) ? 12 : 3, arbitrary: pick(field, 'text') },
  ];
  if (good.length > 0 && field !== 'id') choices.push({ weight: 6, arbitrary: fc.constantFrom(...good) });
  if (pattern && !/\\p\{/i.test(pattern.source)) choices.push({ weight: 1, arbitrary: matching(pattern) });
  if (good.length === 0 || good.length > 12)
    choices.push(
      { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.min(max, 30) }) },
      { weight: 1, arbitrary: fc.constantFrom('x'.repeat(max), 'ç'.repeat(max), '€'.repeat(min)) },
      { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
    );
  return fc.oneof(...choices);
}

function matching(pattern: RegExp): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(pattern, { size: '-1' });
  } catch {
    // Not every pattern can be inverted; valid texts are used instead.
    return fc.constant('1');
  }
}

function filterInput({ fields }: Grammar): fc.Arbitrary<Tree> {
  const value = fc.oneof(
    fc.constantFrom(
      '1',
      '10..20',
      '>=5',
      '<2026-01-01',
      '2026-11-21',
      'yes',
      'no',
      '19,90',
      '1.5',
      '"a b"',
      'x,y',
    ),
    fc.constantFrom(...hostileTexts),
    fc.constantFrom('999999999999999', '0', '-5..5', '..', '>', '1..', '..1', '0001-01-01', '9999-12-31..'),
  );
  const term = fc.oneof(
    fc.constantFrom(...hostileTexts, 'caneca', '"caneca esmaltada"', '%', '_', '\\'),
    ...(fields.length > 0
      ? [
          fc
            .tuple(fc.constantFrom('', '-'), fc.constantFrom(...fields), value)
            .map(([minus, name, text]) => `${minus}${name}:${text}`),
        ]
      : []),
  );
  return fc.array(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(' '));
}

function numberInput(schema: Schema, field: string): fc.Arbitrary<Tree> {
  const { min, max } = boundsOf(schema);
  const { format } = definitionOf(schema);
  const whole = format !== undefined || allChecks(schema).some((check) => check.check === 'number_format');
  const low = min ?? 0;
  const high = max ?? Number.MAX_SAFE_INTEGER;
  const edges = [low, high, low + 1, high - 1].filter((value) => value >= low && value <= high);
  const near = fc.integer({ min: Math.ceil(low), max: Math.min(high, Math.ceil(low) + 40) });
  const choices: fc.WeightedArbitrary<Tree>[] = [
    { weight: 4, arbitrary: near },
    { weight: 2, arbitrary: fc.constantFrom(...edges) },
    { weight: 1, arbitrary: fc.integer({ min: Math.ceil(low), max: Math.floor(high) }) },
  ];
  // Without an upper limit it is an id.
  choices.push({ weight: max === undefined ? 30 : 2, arbitrary: pick(field, 'number') });
  if (!whole) choices.push({ weight: 2, arbitrary: fc.double({ min: low, max: high, noNaN: true }) });
  return fc.oneof(...choices);
}
