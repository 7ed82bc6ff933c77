import { foldText } from '#contract/business/import/cell.ts';
import type { ImportCellError } from '#contract/business/import/import.ts';
import { categories } from '#contract/products/category.ts';
import type { ImportContext, ReadRow } from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { createCategory } from '../category.ts';

/** A category that exists, or one that is to be made (`id` is null) at its path from the top. */
export type FoundCategory = { id: number | null; name: string; path: readonly string[] };

export const categoryKey = ({ id, path }: FoundCategory): string => (id === null ? keyOf(path) : String(id));

/** Finds a category by its path, as `Casa > Cozinha`, or by its name; one that is missing is made where that is allowed. */
export async function categoryFinder(
  tx: Tx,
  actor: Actor,
  rows: readonly ReadRow<'products'>[],
  { createsCategories }: ImportContext,
) {
  const known = rows.some(({ values }) => values.category !== undefined)
    ? await readCategories(tx, actor)
    : { byPath: new Map<string, FoundCategory>(), byName: new Map<string, FoundCategory[]>() };
  const makes = createsCategories && actorCan(actor, 'categories.create');
  return (text: string): FoundCategory | ImportCellError => {
    const path = text
      .split(/>+|»|›/)
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const named = path.length === 1 ? (known.byName.get(keyOf(path)) ?? []) : [];
    const found = known.byPath.get(keyOf(path));
    if (found) return found;
    if (named.length > 1) return 'category_several';
    if (named[0]) return named[0];
    if (!makes || path.length === 0) return 'category_unknown';
    const isValid = path.every((name) => description.safeParse(name).success);
    return isValid ? { id: null, name: path.join(' > '), path } : 'too_long';
  };
}

const { description } = categories.create.body.shape;

const keyOf = (names: readonly string[]) => names.map(foldText).join('>');

async function readCategories(tx: Tx, actor: Actor) {
  const rows = await tx.db
    .selectFrom('categories')
    .select(['id', 'parent_id', 'description'])
    .where('business_id', '=', actor.businessId)
    .forKeyShare()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = rows.map(({ id, description: name }): FoundCategory => {
    const path: string[] = [];
    for (let at = byId.get(id); at; at = at.parent_id === null ? undefined : byId.get(at.parent_id))
      path.unshift(at.description);
    return { id, name, path };
  });
  return {
    byPath: new Map(found.map((category) => [keyOf(category.path), category])),
    byName: Map.groupBy(found, ({ name }) => keyOf([name])),
  };
}

/** Makes the missing categories of these paths with those above them; returns the ids by path. */
export async function makeCategories(
  tx: Tx,
  actor: Actor,
  missing: readonly FoundCategory[],
): Promise<(category: FoundCategory) => number> {
  const wanted = missing.filter(({ id }) => id === null);
  const ids = new Map<string, number>();
  if (wanted.length > 0) {
    const { byPath } = await readCategories(tx, actor);
    for (const [key, { id }] of byPath) if (id !== null) ids.set(key, id);
  }
  for (const { path } of wanted)
    for (const [index, name] of path.entries()) {
      const key = keyOf(path.slice(0, index + 1));
      if (ids.has(key)) continue;
      const father = index === 0 ? null : (ids.get(keyOf(path.slice(0, index))) ?? null);
      ids.set(key, (await createCategory(tx, actor, { description: name, father })).id);
    }
  return ({ id, path }) => id ?? ids.get(keyOf(path)) ?? 0;
}
