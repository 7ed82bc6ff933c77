import { z } from 'zod';
import { remoteId, remoteTime } from './order.ts';

export const claimPath = (id: string) => `/post-purchase/v1/claims/${encodeURIComponent(id)}`;

/** Sent as 1 or as "1.0". */
export const unitCount = z.coerce.number().int().positive();

const player = z.looseObject({
  role: z.string().catch(''),
  type: z.string().catch(''),
  user_id: remoteId.nullish().catch(null),
  available_actions: z
    .array(
      z.looseObject({
        action: z.string().min(1),
        mandatory: z.boolean().nullish().catch(null),
        due_date: remoteTime.nullish().catch(null),
      }),
    )
    .catch([]),
});

/** The shape of a claim; each list of values is open. */
export const claimRecord = z.looseObject({
  id: remoteId,
  resource: z.string().catch(''),
  resource_id: remoteId.catch(''),
  status: z.string(),
  type: z.string().catch(''),
  stage: z.string().catch(''),
  reason_id: z.string().nullish().catch(null),
  claimed_quantity: unitCount.nullish().catch(null),
  players: z.array(player).catch([]),
  resolution: z
    .looseObject({ reason: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
  date_created: remoteTime,
  last_updated: remoteTime.nullish().catch(null),
  related_entities: z.array(z.string()).catch([]),
});
export type ClaimRecord = z.output<typeof claimRecord>;
