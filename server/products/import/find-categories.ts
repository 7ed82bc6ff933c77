import { foldText } from '#contract/business/import/cell.ts';
import type { ReadRow } from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

export type FoundCategory = { id: number; name: string };

/** Finds a category by name or by path, as `Casa > Cozinha`. */
export async function categoryFinder(tx: Tx, actor: Actor, rows: readonly ReadRow<'products'>[]) {
  const byName = rows.some(({ values }) => values.category !== undefined)
    ? await readCategories(tx, actor)
    : new Map<string, FoundCategory[]>();
  return (name: string): FoundCategory | 'category_unknown' | 'category_several' => {
    const found = byName.get(pathOf(name.split(/>+/))) ?? [];
    if (found.length > 1) return 'category_several';
    return found[0] ?? 'category_unknown';
  };
}

const pathOf = (names: readonly string[]) => names.map(foldText).join('>');

async function readCategories(tx: Tx, actor: Actor): Promise<Map<string, FoundCategory[]>> {
  const rows = await tx.db
    .selectFrom('categories')
    .select(['id', 'parent_id', 'description'])
    .where('business_id', '=', actor.businessId)
    .forKeyShare()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = new Map<string, FoundCategory[]>();
  for (const { id, description } of rows) {
    const names: string[] = [];
    for (let at = byId.get(id); at; at = at.parent_id === null ? undefined : byId.get(at.parent_id))
      names.unshift(at.description);
    const category = { id, name: description };
    for (const path of new Set([pathOf([description]), pathOf(names)]))
      found.set(path, [...(found.get(path) ?? []), category]);
  }
  return found;
}
