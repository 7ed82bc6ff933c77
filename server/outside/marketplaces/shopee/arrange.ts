import { z } from 'zod';
import type { Arrangement } from '../sales-port.ts';
import type { SellerSession } from '../seller-session.ts';
import { askForOrder } from './ask-order.ts';
import { isArrangeable, isMarketplaceFulfilled } from './parcel.ts';
import { ShopeeError } from './shopee-error.ts';
import { maybe, moment, numberOf, remoteId, responseOf, shopPath } from './values.ts';

const words = z.array(z.string()).nullish().catch(null);

const slot = z.object({
  pickup_time_id: z.string(),
  date: maybe(moment),
  flags: words,
});

const parameters = z.object({
  info_needed: z.object({ pickup: words, dropoff: words, non_integrated: words }),
  pickup: maybe(
    z.object({
      address_list: z.array(
        z.object({
          address_id: remoteId,
          address_flag: words,
          time_slot_list: z.array(slot).nullish().catch([]),
        }),
      ),
    }),
  ),
  dropoff: maybe(
    z.object({
      branch_list: z
        .array(z.object({ branch_id: remoteId }))
        .nullish()
        .catch([]),
    }),
  ),
});
type Parameters = z.output<typeof parameters>;

type Choice = { body: Record<string, unknown>; by: 'drop-off' | 'pick-up'; at: Date | null };

/**
 * Drop-off needs no time slot, so it is preferred if it needs no further data; otherwise the parcel is picked up at the
 * preferred address and slot of the shop or the marketplace. Null if the seller would have to enter more.
 */
function choose({ info_needed: needed, pickup, dropoff }: Parameters): Choice | null {
  const drop = needed.dropoff;
  const branches = dropoff?.branch_list ?? [];
  if (drop && drop.length === 0) return { body: { dropoff: {} }, by: 'drop-off', at: null };
  if (drop?.join() === 'branch_id' && branches.length === 1)
    return {
      body: { dropoff: { branch_id: numberOf(branches[0]?.branch_id ?? '') } },
      by: 'drop-off',
      at: null,
    };
  if (!needed.pickup) return null;
  const addresses = pickup?.address_list ?? [];
  const flagged = (flag: string) => addresses.find(({ address_flag }) => address_flag?.includes(flag));
  const address = flagged('pickup_address') ?? flagged('default_address') ?? addresses[0];
  const slots = address?.time_slot_list ?? [];
  const when = slots.find(({ flags }) => flags?.includes('recommended')) ?? slots[0];
  // Some carriers offer no time slots.
  const asksFor = (field: string) => needed.pickup?.includes(field) ?? false;
  const body = {
    ...(address && asksFor('address_id') && { address_id: numberOf(address.address_id) }),
    ...(when && asksFor('pickup_time_id') && { pickup_time_id: when.pickup_time_id }),
  };
  return { body: { pickup: body }, by: 'pick-up', at: (asksFor('pickup_time_id') && when?.date) || null };
}

/** Arranges each package of a split order; a package that was arranged before is not an error. */
export async function arrange(session: SellerSession, parcelId: string): Promise<Arrangement> {
  const answer = await askForOrder(session, parcelId);
  if (!answer) return { kind: 'refused', reason: 'not_found' };
  const { order } = answer;
  if (!isArrangeable(order) || isMarketplaceFulfilled(order)) return { kind: 'not_needed' };
  const numbers =
    order.package_list.length > 1 ? order.package_list.map((one) => one.package_number) : [null];
  let done: Arrangement = { kind: 'not_needed' };
  for (const number of numbers) {
    const one = await arrangePackage(session, parcelId, number ?? null);
    if (one.kind === 'refused') return one;
    if (one.kind === 'arranged') done = one;
  }
  return done;
}

async function arrangePackage(
  session: SellerSession,
  orderId: string,
  packageNumber: string | null,
): Promise<Arrangement> {
  // Of an order that was not split the number is left out: an empty one is refused.
  const which = { order_sn: orderId, ...(packageNumber && { package_number: packageNumber }) };
  try {
    const path = shopPath(session, 'logistics/get_shipping_parameter', which);
    const choice = choose(responseOf(parameters, await session.call(path), 'ways to hand it over'));
    if (!choice) return { kind: 'refused', reason: 'own_choice' };
    await session.call(shopPath(session, 'logistics/ship_order'), {
      method: 'POST',
      json: { ...which, ...choice.body },
    });
    return { kind: 'arranged', by: choice.by, at: choice.at };
  } catch (error) {
    if (!(error instanceof ShopeeError) || error.retryable || error.kind === 'unauthorized') throw error;
    if (error.code === 'package_already_shipped') return { kind: 'not_needed' };
    return { kind: 'refused', reason: `${error.code}: ${error.message}` };
  }
}
