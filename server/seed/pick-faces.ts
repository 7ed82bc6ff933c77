import { addMinutes } from '#contract/dates.ts';
import type { App } from '#server/app.ts';
import { createPickFace } from '#server/inventory/refill/pick-face.ts';
import { ownBusiness } from '#server/inventory/warehouse/scope.ts';
import type { Team } from './people.ts';
import { play } from './stage.ts';

const faces = 12;

/** The products with most units are picked from the first aisle, where most positions have none of them yet. */
export function makePickFaces(app: App, team: Team, warehouseId: number, now: Date): Promise<void> {
  return play(app, async ({ tx, as }) => {
    await as(team.administrator, addMinutes(now, -200));
    const positions = await tx.db
      .selectFrom('inventory_locations')
      .select('id')
      .where('business_id', '=', ownBusiness)
      .where('warehouse_id', '=', warehouseId)
      .where('turnover', '=', true)
      .where('parent_id', 'is not', null)
      .orderBy('code')
      .execute();
    const goods = await tx.db
      .selectFrom('stock')
      .select('variation_id as variationId')
      .where('business_id', '=', ownBusiness)
      .where('warehouse_id', '=', warehouseId)
      .orderBy('on_hand', 'desc')
      .orderBy('id')
      .limit(faces)
      .execute();
    for (const [index, { variationId }] of goods.entries()) {
      const positionId = positions[index % positions.length]?.id ?? 0;
      await createPickFace(tx, team.administrator, { positionId, variationId, minimum: 6, maximum: 24 });
    }
  });
}
