import type { ListQuery } from '#contract/primitives.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import {
  countShortSales,
  findOffer,
  findPlaces,
  findPromises,
  findStock,
  listEntries,
} from './stock.queries.ts';

/** Explains a quantity: every term of the sellable quantity with the records behind it. */
export async function explainStock(tx: Tx, actor: Actor, id: number) {
  const row = (await findStock(tx, actor, id)) ?? fail('not_found');
  const { promises, promiseCount } = await findPromises(tx, id);
  const offer = await findOffer(tx, id);
  return {
    ...row,
    promises,
    promiseCount,
    shortSales: await countShortSales(tx, id),
    volumes: await findPlaces(tx, actor, row.variation.id, row.warehouse.id),
    offer,
    offered: offer?.active && row.sellable !== null ? Math.min(offer.quantityCap, row.sellable) : null,
  };
}

export async function readLedger(tx: Tx, actor: Actor, id: number, query: ListQuery) {
  if (!(await findStock(tx, actor, id))) fail('not_found');
  return listEntries(tx, actor, id, query);
}
