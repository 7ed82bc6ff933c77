import fc from 'fast-check';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { inputOf, Pick, type Tree } from '../fuzz/arbitrary.ts';
import type { Dictionary } from '../fuzz/dictionary.ts';
import type { Schema } from '../fuzz/schema.ts';
import { entityOf, type World } from '../fuzz/world.ts';

/** The source of the ids in a request: the caller's business, another business, or ids that do not exist. */
export type Source = 'own' | 'foreign' | 'nobody';
export const nobodysId = 987_654_321;

/** Values that a schema accepts, with every id from one source; the same for one seed. */
export function samples(
  schema: Schema,
  source: Source,
  world: World,
  { entity = '', count = 3, seed = 1 } = {},
): unknown[] {
  return fc
    .sample(inputOf(schema), { numRuns: count, seed })
    .map((tree) => fill(tree, source, world, entity));
}

function fill(tree: Tree, source: Source, world: World, entity: string): unknown {
  if (tree instanceof Pick) {
    const field = tree.field === 'id' && entity !== '' ? entity : tree.field;
    const found = find({ ...tree, field }, source, world) ?? nobodysId;
    return tree.as === 'number' ? found : String(found);
  }
  if (Array.isArray(tree)) return tree.map((item) => fill(item, source, world, entity));
  if (typeof tree !== 'object' || tree === null) return tree;
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, fill(value, source, world, entity)]),
  );
}

/**
 * Numbers of one side that the other does not see: offers are readable by other businesses too, and a count may equal
 * an id.
 */
function find(pick: Pick, source: Source, world: World): string | number | undefined {
  if (source === 'nobody') return undefined;
  const ours = [...valuesOf(world.own.supply, pick), ...valuesOf(world.own.sales, pick)];
  const theirs = valuesOf(world.foreign, pick);
  if (source === 'own') return ours.find((value) => !theirs.includes(value)) ?? ours[0];
  return theirs.find((value) => !ours.includes(value));
}

function valuesOf(dictionary: Dictionary, pick: Pick): (string | number)[] {
  const places = Array.from({ length: 40 }, (_, place) => ({ ...pick, place: pick.place + place }));
  return places.flatMap((place) => dictionary.find(place) ?? []);
}

/** The path of an endpoint with ids from one source. */
export function paramsOf(endpoint: EndpointDefinition, source: Source, world: World): Record<string, string> {
  return Object.fromEntries(
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
      const pick = new Pick(source, name, 0, name === 'zip' ? 'text' : 'number');
      return [name, String(fill(pick, source, world, name === 'id' ? entityOf(endpoint.path) : name))];
    }),
  );
}

/** An answer as the caller sees it, without what changes in every answer. */
export function seen(answer: { statusCode: number; body: string; headers: Record<string, unknown> }): string {
  return `${answer.statusCode} ${answer.headers['content-type']} ${answer.body.replace(/"requestId":"[^"]*"/, '')}`;
}
