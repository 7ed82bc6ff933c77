import { api } from '#contract/index.ts';
import type { PickingList } from '#contract/orders/picking.ts';
import type { Person } from '#server/test/app.ts';

let serial = 0;

/** A list of these sales that has begun. */
export async function beginList(picker: Person, ids: readonly number[]): Promise<PickingList> {
  const { id } = await picker.call(api.picking.create, { body: { ids: [...ids] } });
  return picker.call(api.picking.start, { params: { id } });
}

/** One scan at a list: a place alone, or a product from a place. */
export const listScan = (id: number, code: string, from?: string) => ({
  params: { id },
  body: { code, ...(from && { from }), clientId: `walk-${++serial}-client` },
});

/** Fetches all remaining units of a list. */
export async function walkList(picker: Person, id: number): Promise<void> {
  const { stops } = await picker.call(api.picking.detail, { params: { id } });
  for (const stop of stops)
    for (let unit = 0; unit < stop.quantity; unit++)
      await picker.call(api.picking.beep, listScan(id, stop.sku, stop.volume.name));
}
