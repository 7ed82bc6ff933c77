import { addDays, addMinutes, dayOf } from '#contract/dates.ts';
import { type VendorReturnState, vendorReturnStates } from '#contract/inventory/vendor-return-states.ts';
import type { App } from '#server/app.ts';
import { handOverReturn } from '#server/inventory/vendor-return/hand-over.ts';
import {
  cancelReturn,
  createVendorReturn,
  creditReturn,
  packReturn,
  updateVendorReturn,
} from '#server/inventory/vendor-return/vendor-return.ts';
import { createVolume, tagVolume } from '#server/inventory/volume/volume.ts';
import { blockVolume, launchVolume } from '#server/inventory/volume/volume-launch.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import type { Team } from './people.ts';
import { play, type Stage } from './stage.ts';

type Place = { team: Team; warehouseId: number; now: Date };
type Goods = { variationId: number; name: string; price: number | null; positionId: number };

/** Goods that arrived broken: a return to a vendor in each state. */
export function returnToVendors(app: App, team: Team, warehouseId: number, now: Date): Promise<void> {
  return play(app, async (stage) => {
    const place = { team, warehouseId, now };
    await stage.as(team.administrator, addMinutes(now, -300));
    const vendors = await stage.tx.db
      .selectFrom('suppliers')
      .select('id')
      .where('business_id', '=', ownBusiness)
      .where('archived_at', 'is', null)
      .orderBy('id')
      .limit(vendorReturnStates.length)
      .execute();
    const goods = await findGoods(stage, place);
    // The oldest first, so that their numbers follow the time.
    for (const [index, state] of vendorReturnStates.toReversed().entries()) {
      const good = goods[index];
      const vendor = vendors[index % vendors.length];
      if (good && vendor) await makeReturn(stage, place, good, vendor.id, state);
    }
  });
}

function findGoods({ tx }: Stage, { warehouseId }: Place): Promise<Goods[]> {
  return tx.db
    .selectFrom('volumes as v')
    .innerJoin('volume_lines as l', 'l.volume_id', 'v.id')
    .innerJoin('product_variations as p', 'p.id', 'l.variation_id')
    .innerJoin('products as d', 'd.id', 'p.product_id')
    .select(['l.variation_id as variationId', 'd.name', 'l.price_centavos as price'])
    .select((row) => row.ref('v.position_id').$notNull().as('positionId'))
    .where('v.business_id', '=', ownBusiness)
    .where('v.warehouse_id', '=', warehouseId)
    .where('v.state', '=', 'active')
    .where('v.tote', '=', false)
    .where('l.quantity', '>', 20)
    .where('l.batch_id', 'is', null)
    .where('d.asks_serials', '=', false)
    .where('d.asks_lots', '=', false)
    .orderBy('v.id', 'desc')
    .limit(vendorReturnStates.length)
    .execute();
}

async function makeReturn(
  { tx, as }: Stage,
  { team, warehouseId, now }: Place,
  { variationId, name, price, positionId }: Goods,
  supplierId: number,
  state: VendorReturnState,
): Promise<void> {
  const { administrator, stockist } = team;
  const at = addMinutes(now, -(3 + vendorReturnStates.indexOf(state)) * 24 * 60);
  await as(stockist, at);
  const lines = [{ variationId, quantity: 6, price }];
  const volume = await createVolume(tx, administrator, {
    warehouseId,
    name,
    reason: 'Entrega avariada',
    lines,
  });
  await tagVolume(tx, stockist, volume.id, volume.code);
  await launchVolume(tx, stockist, volume.id, positionId);
  await blockVolume(tx, stockist, volume.id, { cause: 'damaged', reason: 'Chegou com a caixa rasgada' });
  const { id } = await createVendorReturn(tx, stockist, {
    volumeIds: [volume.id],
    note: 'Combinado por telefone com o fornecedor',
  });
  await updateVendorReturn(tx, stockist, id, { supplierId }, undefined);
  if (state === 'canceled')
    await cancelReturn(tx, stockist, id, 'O fornecedor dá desconto na próxima compra');
  if (state === 'open' || state === 'canceled') return;
  await as(stockist, addMinutes(at, 60));
  await packReturn(tx, stockist, id);
  if (state === 'ready') return;
  await as(stockist, addMinutes(at, 24 * 60));
  await handOverReturn(tx, stockist, id);
  if (state === 'handed_over') return;
  await as(administrator, addMinutes(at, 48 * 60));
  const creditedOn = addDays(dayOf(at), 2);
  await creditReturn(tx, administrator, id, {
    creditedOn,
    creditCentavos: price === null ? null : price * 6,
  });
}
