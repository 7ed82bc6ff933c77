import { sql } from 'kysely';
import type { Cart } from '#contract/inventory/cart.ts';
import { type PlaceArrows, readArrows } from '#contract/inventory/place-label.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { readCart } from '#server/inventory/cart/cart.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';

/** A label of a place: `A01-P02-N3` is `N3` in `A01-P02`. */
export type PlaceLabel = {
  code: string;
  inside: string;
  own: string;
  arrow: 'up' | 'down' | null;
  /** `own` has a row of its own even if the whole code would be readable in one. */
  isApart?: boolean;
};

type Position = { id: number; code: string; prefix: string; index: number; parent_id: number | null };

/** Positions of the caller's reach in the order in which they are passed: by warehouse, walk and code. */
export async function findPositionsToLabel(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select l.id, l.code, l.prefix, l.index, l.parent_id from inventory_locations l
    where l.business_id = app_business() and l.id = any(${ids}::bigint[])
      and ${withinWarehouses(actor, sql`l.warehouse_id`)}
    order by l.warehouse_id, l.walk nulls last, l.code`.execute(tx.db);
  return rows;
}

type Wanted = { locations?: readonly number[] | undefined; cart?: number | undefined; arrows: string };

/** Positions, or a cart with its places. An unknown one refuses all of them with 404. */
export async function readPlaceLabels(
  tx: Tx,
  actor: Actor,
  { locations = [], cart, arrows }: Wanted,
): Promise<PlaceLabel[]> {
  if (cart !== undefined) return labelsOfCart(await readCart(tx, actor, cart));
  const found = await findPositionsToLabel(tx, actor, locations);
  if (found.length < new Set(locations).size) fail('not_found');
  return found.map((position) => labelOfPosition(position, readArrows(arrows)));
}

/** One for the cart, and one for each of its places. */
function labelsOfCart({ code, name, places }: Cart): PlaceLabel[] {
  const label = { arrow: null, isApart: true };
  return [
    { ...label, code, inside: name, own: code },
    ...Array.from({ length: places }, (_, index) => {
      const own = String(index + 1);
      return { ...label, code: `${code}-${own}`, inside: code, own };
    }),
  ];
}

export function labelOfPosition(position: Position, arrows: PlaceArrows): PlaceLabel {
  const { code } = position;
  const end = position.parent_id === null ? -1 : code.lastIndexOf('-');
  const arrow = arrowOf(position, arrows);
  return { code, inside: end < 0 ? '' : code.slice(0, end), own: code.slice(end + 1), arrow };
}

function arrowOf({ prefix, index, parent_id }: Position, arrows: PlaceArrows): PlaceLabel['arrow'] {
  if (arrows === 'none') return null;
  if (typeof arrows === 'string') return arrows;
  if (parent_id === null || prefix !== arrows.prefix) return null;
  return index <= arrows.below ? 'down' : 'up';
}
