import { z } from 'zod';
import type { ReturnStep } from '#contract/marketplaces/chat-states.ts';
import { orNull, understood } from '../answers.ts';
import type { ClaimedUnits, MarketplaceReturn } from '../conversations.ts';
import { OtherResource } from '../sale.ts';
import type { SellerSession } from '../seller-session.ts';
import { type ClaimRecord, unitCount } from './claim-schema.ts';
import { remoteId, remoteTime } from './order.ts';

const steps: Readonly<Record<string, ReturnStep>> = {
  pending: 'agreed',
  scheduled: 'agreed',
  label_generated: 'agreed',
  pending_cancel: 'agreed',
  pending_expiration: 'agreed',
  pending_failure: 'on_the_way',
  shipped: 'on_the_way',
  pending_delivered: 'on_the_way',
  delivered: 'delivered',
  not_delivered: 'failed',
  return_to_buyer: 'ended',
  cancelled: 'ended',
  expired: 'ended',
  failed: 'failed',
};

const schema = z.looseObject({
  id: remoteId.nullish().catch(null),
  return_id: remoteId.nullish().catch(null),
  claim_id: remoteId.nullish().catch(null),
  status: z.string(),
  last_updated: remoteTime.nullish().catch(null),
  orders: z
    .array(
      z.looseObject({
        order_id: remoteId.nullish().catch(null),
        item_id: remoteId,
        variation_id: remoteId.nullish().catch(null),
        return_quantity: unitCount,
      }),
    )
    .catch([]),
  shipments: z
    .array(
      z.looseObject({
        status: z.string().nullish().catch(null),
        tracking_number: z.string().nullish().catch(null),
        type: z.string().nullish().catch(null),
        destination: z.looseObject({ name: z.string().nullish() }).nullish().catch(null),
      }),
    )
    .catch([]),
});

type Leg = z.output<typeof schema>['shipments'][number];

/** A return counts as delivered once it is at a warehouse; the leg from there to the seller has its own status. */
function stepOf(status: string, leg: Leg | undefined): ReturnStep {
  if (status !== 'delivered' || leg?.type !== 'return_from_triage') return steps[status] ?? 'agreed';
  const step = steps[leg.status ?? ''];
  return step === 'delivered' || step === 'failed' || step === 'ended' ? step : 'on_the_way';
}

type ReadReturn = { parcel: MarketplaceReturn; units: ClaimedUnits[] };

/** The return of a claim that has one, and the units in it. */
export async function readReturn(session: SellerSession, claim: ClaimRecord): Promise<ReadReturn | null> {
  if (!claim.related_entities.includes('return')) return null;
  const answer = await orNull(() =>
    session.call(`/post-purchase/v2/claims/${encodeURIComponent(claim.id)}/returns`),
  );
  if (!answer) return null;
  const reported = understood(() => schema.parse(answer.json), `return of claim ${claim.id}`);
  if (reported.claim_id && reported.claim_id !== claim.id)
    throw new OtherResource(`return of claim ${claim.id}`, 'other_resource', reported.claim_id);
  // Of two parcels the last leg arrives here: a parcel to a warehouse of the marketplace continues from there.
  const parcel =
    reported.shipments.find(({ destination }) => destination?.name !== 'warehouse') ?? reported.shipments[0];
  return {
    parcel: {
      remoteId: reported.id ?? reported.return_id ?? '',
      step: stepOf(reported.status, parcel),
      status: reported.status,
      trackingCode: parcel?.tracking_number ?? '',
      toSeller: parcel?.destination?.name !== 'warehouse',
      updatedAt: reported.last_updated ?? null,
    },
    units: reported.orders.map((one) => ({
      order: one.order_id ?? null,
      item: { id: one.item_id, variationId: one.variation_id ?? null },
      quantity: one.return_quantity,
    })),
  };
}
