import type { ChangeSet } from '#contract/change-set.ts';
import { applyChangeSet } from '#server/db/change-set.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import { type Component, findOffers, type ResolvedPart } from './composition.ts';

type ComponentChange = { quantity?: number | undefined };

/** The table of the components: the advertisement's or the kit's. */
type ComponentTable = {
  ids: readonly number[];
  /** Returns whether it was inserted: an offer is a component once. */
  insert(part: ResolvedPart): Promise<boolean>;
  setQuantity(id: number, quantity: number): Promise<unknown>;
  remove(id: number): Promise<unknown>;
};

/** Changes of a saved composition, of an advertisement or of a kit. */
export async function changeComponents(
  tx: Tx,
  changes: ChangeSet<Component, ComponentChange>,
  table: ComponentTable,
): Promise<void> {
  await applyChangeSet('components', changes, {
    ids: new Set(table.ids),
    create: async (component: Component) => {
      const [offer] = await findOffers(tx, [component.offer]);
      if (!offer) throw new Fault('invalid', { fields: { offer: 'not_found' } });
      if (!(await table.insert({ offer, quantity: component.quantity })))
        throw new Fault('invalid', { fields: { offer: 'duplicate' } });
    },
    update: async (id, { quantity }: ComponentChange) => {
      if (quantity !== undefined) await table.setQuantity(id, quantity);
    },
    remove: async (id) => {
      await table.remove(id);
    },
  });
}
