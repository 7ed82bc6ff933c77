import { z } from 'zod';
import { orNull, understood } from '../answers.ts';
import type { SeenClaim } from '../conversations.ts';
import { OtherResource } from '../sale.ts';
import type { SellerSession } from '../seller-session.ts';
import { amount, maybe, moment, remoteId, responseOf, shopPath, textual } from './values.ts';

const whole = maybe(z.number());
/** 0 means none. */
const deadline = moment.nullish().catch(null);

const reported = z.looseObject({
  return_sn: remoteId,
  order_sn: remoteId,
  status: z.string(),
  reason: textual,
  text_reason: textual,
  refund_amount: maybe(amount),
  create_time: moment,
  update_time: moment,
  due_date: deadline,
  return_seller_due_date: deadline,
  tracking_number: textual,
  needs_logistics: maybe(z.boolean()),
  /** 0 with the goods coming back, 1 the money alone. */
  return_solution: whole,
  validation_type: textual,
  negotiation_status: textual,
  negotiation: maybe(
    z.looseObject({
      negotiation_status: textual,
      latest_offer_amount: maybe(amount),
      offer_due_date: deadline,
    }),
  ),
  seller_proof: maybe(z.looseObject({ seller_proof_status: textual, seller_evidence_deadline: deadline })),
  item: z
    .array(z.looseObject({ item_id: remoteId, model_id: maybe(remoteId), amount: z.int().positive() }))
    .catch([]),
  /** The items of a bundle are here. */
  activity: z
    .array(
      z.looseObject({
        items: z
          .array(
            z.looseObject({
              item_id: remoteId,
              variation_id: maybe(remoteId),
              quantity_purchased: z.int().positive(),
            }),
          )
          .catch([]),
      }),
    )
    .catch([]),
  image: z
    .array(z.string().catch(''))
    .nullish()
    .transform((urls) => urls ?? [])
    .catch([]),
  reverse_logistics_status: textual,
  return_address: maybe(z.looseObject({ whs_id: textual })),
});
export type ReturnRecord = z.output<typeof reported>;

export const seenReturns = z.object({
  more: z.boolean().catch(false),
  return: z
    .array(z.unknown())
    .nullish()
    .transform((rows) => rows ?? []),
});

const seenReturn = z.looseObject({ return_sn: remoteId, update_time: moment });
/** Throws ZodError. */
export function readSeenReturn(row: unknown): SeenClaim {
  const { return_sn, update_time } = seenReturn.parse(row);
  return { remoteId: return_sn, updatedAt: update_time };
}

/** Only valid return numbers are requested. */
const isReturnId = (id: string) => /^[0-9A-Z]{6,40}$/.test(id);

/** Null if it does not exist, or belongs to another shop. */
export async function askForReturn(session: SellerSession, id: string): Promise<ReturnRecord | null> {
  if (!isReturnId(id)) return null;
  const answer = await orNull(() =>
    session.call(shopPath(session, 'returns/get_return_detail', { return_sn: id })),
  );
  if (!answer) return null;
  const found = understood(() => responseOf(reported, answer, `return ${id}`), `return ${id}`);
  if (found.return_sn !== id) throw new OtherResource(`return ${id}`, 'other_resource', found.return_sn);
  return found;
}

export const statusOfTalk = (one: ReturnRecord): string =>
  one.negotiation?.negotiation_status || one.negotiation_status || '';

/** The state of the goods on their way back, in its own word without the common prefix. */
export const wayBackOf = ({ reverse_logistics_status: status }: ReturnRecord): string =>
  (status ?? '').replace(/^LOGISTICS_/, '');
