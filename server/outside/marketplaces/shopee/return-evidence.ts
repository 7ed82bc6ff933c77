import { z } from 'zod';
import { orNull } from '../answers.ts';
import type { ClaimChoice, ClaimDecision } from '../conversations.ts';
import type { SellerSession } from '../seller-session.ts';
import { refusalOf } from './refusal.ts';
import { maybe, remoteId, responseOf, shopPath, textual } from './values.ts';

const module = z.looseObject({
  module_index: z.number(),
  requirement: textual,
  is_required: z.boolean().catch(false),
});
const reasons = z.looseObject({
  dispute_reason_list: z
    .array(
      z.looseObject({
        dispute_reason: remoteId,
        dispute_requirement: textual,
        evidence_module_list: z.array(module).nullish().catch([]),
      }),
    )
    .nullish()
    .catch([]),
});
const converted = z.looseObject({ url: z.string().min(1), thumbnail: maybe(z.string()) });

const mostPhotosOfOne = 3;

async function readReasons(session: SellerSession, id: string) {
  const path = shopPath(session, 'returns/get_return_dispute_reason', { return_sn: id });
  const answer = await orNull(() => session.call(path));
  return answer ? (responseOf(reasons, answer, 'reasons of a dispute').dispute_reason_list ?? []) : [];
}

/** Reasons to contest a return, and the evidence that each requires. */
export async function disputeReasons(session: SellerSession, id: string): Promise<ClaimChoice[]> {
  return (await readReasons(session, id)).map((one) => ({
    id: one.dispute_reason,
    name: one.dispute_requirement || one.dispute_reason,
    amount: null,
    needsPhoto: (one.evidence_module_list ?? []).some(({ is_required }) => is_required),
  }));
}

type Photo = z.output<typeof converted>;

/** Photos are given first, one by one, and named by the address that each gets. */
async function convert(session: SellerSession, id: string, photos: ClaimDecision['files']): Promise<Photo[]> {
  const given: Photo[] = [];
  for (const file of photos) {
    const path = shopPath(session, 'returns/convert_image');
    const answer = await session.call(path, { method: 'POST', form: { return_sn: id }, file });
    given.push(responseOf(converted, answer, 'photo of a return'));
  }
  return given;
}

/** The same photos are sent for every required piece of evidence, because nobody here can assign them. */
export function openDispute(
  session: SellerSession,
  id: string,
  decision: ClaimDecision,
): Promise<string | null> {
  return refusalOf(async () => {
    const reason = (await readReasons(session, id)).find((one) => one.dispute_reason === decision.choice);
    const urls = (await convert(session, id, decision.files)).map(({ url }) => url).slice(0, mostPhotosOfOne);
    const shown = urls.length > 0 ? (reason?.evidence_module_list ?? []) : [];
    return session.call(shopPath(session, 'returns/dispute'), {
      method: 'POST',
      json: {
        return_sn: id,
        email: decision.email,
        dispute_reason_id: decision.choice,
        ...(decision.text && { dispute_text_reason: decision.text }),
        image_list: shown.map(({ module_index, requirement }) => ({
          ...{ module_index, requirement: requirement ?? '', image_url: urls },
        })),
      },
    });
  });
}

export function giveProof(
  session: SellerSession,
  id: string,
  decision: ClaimDecision,
): Promise<string | null> {
  return refusalOf(async () =>
    session.call(shopPath(session, 'returns/upload_proof'), {
      method: 'POST',
      json: {
        return_sn: id,
        photo: (await convert(session, id, decision.files)).map(({ url, thumbnail }) => ({
          ...{ url, thumbnail: thumbnail || url },
        })),
        description: decision.text,
      },
    }),
  );
}
