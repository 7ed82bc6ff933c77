import fc from 'fast-check';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { inputOf, Pick, type Tree } from '../fuzz/arbitrary.ts';
import type { Dictionary } from '../fuzz/dictionary.ts';
import type { Schema } from '../fuzz/schema.ts';
import { entityOf, type World } from '../fuzz/world.ts';

/** Whose ids a request is made of: the caller's business, another's, or ids that nobody has. */
export type Source = 'own' | 'foreign' | 'nobody';
export const nobodysId = 987_654_321;

/** Things that a schema takes, with every id of one source; the same by seed. */
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
 * Numbers of one side that the other has not seen as well: what is offered to everybody is read by strangers too, and a
 * count may go by the name of an id.
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

/** The path of an endpoint with ids of one source. */
export function paramsOf(endpoint: EndpointDefinition, source: Source, world: World): Record<string, string> {
  return Object.fromEntries(
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
      const pick = new Pick(source, name, 0, name === 'zip' ? 'text' : 'number');
      return [name, String(fill(pick, source, world, name === 'id' ? entityOf(endpoint.path) : name))];
    }),
  );
}

/** An answer as the caller sees it, without what is new in every answer. */
export function seen(answer: { statusCode: number; body: string; headers: Record<string, unknown> }): string {
  return `${answer.statusCode} ${answer.headers['content-type']} ${answer.body.replace(/"requestId":"[^"]*"/, '')}`;
}
