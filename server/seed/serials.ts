import type { App } from '#server/app.ts';
import { figuresOfProduct } from '#server/inventory/serial/serial.queries.ts';
import { recordSerial } from '#server/inventory/serial/serial.ts';
import { updateProduct } from '#server/products/product.ts';
import type { Team } from './people.ts';
import { play } from './stage.ts';

/** Numbers recorded of one variation; a shelf with more units shows the others as missing. */
const mostRecorded = 8;

/** Goods whose units got serial numbers while they were in stock already: one unit of each lacks its number. */
export async function numberUnits(
  app: App,
  team: Team,
  productIds: readonly number[],
  at: Date,
): Promise<void> {
  await play(app, async ({ tx, as }) => {
    for (const id of productIds) {
      await as(team.administrator, at);
      await updateProduct(tx, team.administrator, id, { asksSerials: true }, undefined);
      const { variations } = await figuresOfProduct(tx, team.administrator, id);
      await as(team.stockist, at);
      for (const { variation, missing } of variations) {
        const recorded = Math.min(mostRecorded, (missing ?? 0) - 1);
        for (let unit = 1; unit <= recorded; unit++) {
          const code = `SN${variation.id}-${String(unit).padStart(4, '0')}`;
          await recordSerial(tx, team.stockist, {
            variationId: variation.id,
            code,
            clientId: `demo-${code}`,
          });
        }
      }
    }
  });
}
