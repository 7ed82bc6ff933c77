import { api } from '#contract/index.ts';
import { publishTask } from '#server/advertisements/publication/publication-publish.ts';
import { pushTask } from '#server/advertisements/push/publication-push.ts';
import type { Act, OutgoingCall } from './call.ts';
import type { Lane } from './lane.ts';

const detail = ({ seller }: Lane, id: number) => seller.call(api.publications.detail, { params: { id } });

/** No error that a person has to correct, and not given up. */
function harmOf(lane: Lane, id: number) {
  return async () => {
    const { syncError, state } = await detail(lane, id);
    const kind = syncError?.kind;
    return kind === 'refused' || kind === 'parked' || state === 'failed' ? `${state}, ${kind}` : null;
  };
}

/** The publication here and at the marketplace, without ids and times. */
async function bothSides(lane: Lane, id: number) {
  const { name, state, remoteStatus, syncError, remoteItem, variations } = await detail(lane, id);
  const item = Object.values(lane.market.sandbox.world.market.items).find((one) => one.id === remoteItem);
  const [sold] = variations;
  return {
    here: { name, state, remoteStatus, syncError, price: sold?.pushedPrice, quantity: sold?.pushedQuantity },
    there: item && {
      status: item.status,
      price: item.price,
      quantity: item.available_quantity,
      text: item.description?.plain_text,
      pictures: item.picture_ids.length,
    },
  };
}

async function creating(lane: Lane): Promise<Act> {
  const businessId = lane.seller.businessId;
  const { items } = lane.market.sandbox.world.market;
  const before = Object.keys(items).length;
  const id = await lane.draft();
  return {
    run: () => publishTask(lane.job, { businessId, publicationId: id }),
    harm: harmOf(lane, id),
    state: async () => ({ ...(await bothSides(lane, id)), created: Object.keys(items).length - before }),
  };
}

/** One publication a lane for what changes it. */
const kept = new WeakMap<Lane, Promise<{ id: number; itemId: string }>>();
function standing(lane: Lane) {
  const found = kept.get(lane) ?? lane.published();
  kept.set(lane, found);
  return found;
}

let price = 5990;

async function updating(lane: Lane): Promise<Act> {
  const { id } = await standing(lane);
  const businessId = lane.seller.businessId;
  const wanted = ++price;
  await lane.app.database.transact({ businessId }, (tx) =>
    tx.db
      .updateTable('publication_variations')
      .set({ price_centavos: wanted })
      .where('publication_id', '=', id)
      .execute(),
  );
  return {
    run: () => pushTask(lane.job, { businessId, publicationId: id }),
    harm: harmOf(lane, id),
    state: async () => {
      const { here, there } = await bothSides(lane, id);
      const taken = here.price === wanted && there?.price === wanted / 100;
      return { taken, error: here.syncError, quantity: there?.quantity === here.quantity };
    },
  };
}

async function pausing(lane: Lane): Promise<Act> {
  const { id } = await standing(lane);
  const businessId = lane.seller.businessId;
  const before = await detail(lane, id);
  const wanted = before.state === 'paused' ? 'active' : 'paused';
  await lane.seller.call(api.publications[wanted === 'paused' ? 'pause' : 'activate'], { params: { id } });
  return {
    run: () => pushTask(lane.job, { businessId, publicationId: id }),
    harm: harmOf(lane, id),
    state: async () => {
      const { here, there } = await bothSides(lane, id);
      return { here: here.state === wanted, there: there?.status === wanted, error: here.syncError };
    },
  };
}

export const publicationCalls: readonly OutgoingCall[] = [
  { name: 'create item', line: /^POST \/mercado-livre\/items /, prepare: creating },
  { name: 'update item', line: /^PUT \/mercado-livre\/items\/\w+ /, prepare: updating },
  { name: 'pause or activate', line: /^PUT \/mercado-livre\/items\/\w+ /, prepare: pausing },
];
