import { z } from 'zod';
import type { PackageSize } from '#contract/advertisements/package-size.ts';
import type { SellerSession } from '../seller-session.ts';
import { maybe, measure, numberOf, remoteId, responseOf, shopPath } from './values.ts';

const list = z.object({
  logistics_channel_list: z.array(
    z.object({
      logistics_channel_id: remoteId,
      enabled: z.boolean().catch(false),
      mask_channel_id: remoteId.nullish().catch(null),
      fee_type: z.string().catch(''),
      size_list: z
        .array(z.object({ size_id: remoteId }))
        .nullish()
        .catch([]),
      weight_limit: maybe(z.object({ item_max_weight: measure, item_min_weight: measure })),
      item_max_dimension: maybe(
        z.object({ height: measure, width: measure, length: measure, dimension_sum: measure }),
      ),
    }),
  ),
});
type Channel = z.output<typeof list>['logistics_channel_list'][number];

/** The shipping channels that the shop has enabled and that accept such a parcel, in the item's form. */
export async function channelBodies(
  session: SellerSession,
  size: PackageSize | null,
  freeShipping: boolean | null,
): Promise<Record<string, unknown>[]> {
  const answer = await session.call(shopPath(session, 'logistics/get_channel_list'));
  const channels = responseOf(list, answer, 'ways to send').logistics_channel_list;
  // One below another is chosen by the marketplace when it is sold.
  const open = channels.filter(({ enabled, mask_channel_id: mask }) => enabled && (!mask || mask === '0'));
  return open
    .filter((channel) => size === null || takes(channel, size))
    .map((channel) => {
      const sizeId = channel.fee_type === 'SIZE_SELECTION' ? channel.size_list?.at(-1)?.size_id : undefined;
      return {
        logistic_id: numberOf(channel.logistics_channel_id),
        enabled: true,
        ...(sizeId && { size_id: sizeId }),
        ...(freeShipping !== null && { is_free: freeShipping }),
      };
    });
}

/** A limit of 0 is none. */
const within = (value: number, limit: number | null | undefined) => !limit || value <= limit;

function takes({ weight_limit: weight, item_max_dimension: most }: Channel, size: PackageSize): boolean {
  const { width, height, depth } = size;
  return (
    within(size.weight, weight?.item_max_weight) &&
    size.weight >= (weight?.item_min_weight ?? 0) &&
    within(height, most?.height) &&
    within(width, most?.width) &&
    within(depth, most?.length) &&
    within(width + height + depth, most?.dimension_sum)
  );
}
