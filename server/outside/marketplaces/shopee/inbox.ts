import { z } from 'zod';
import { parseRemoteJson } from '../../json.ts';
import type { Delivery, Inbox, MissedNews } from '../inbox.ts';
import type { SellerSession } from '../seller-session.ts';
import { concernOf, pushTopics, readPush } from './push.ts';
import { isPushSigned } from './signature.ts';
import { numberOf, pathOf, remoteId, responseOf } from './values.ts';

/** `notifyUrl`: as registered, because it is signed too. */
export function createInbox({ partnerKey, notifyUrl }: { partnerKey: string; notifyUrl: string }): Inbox {
  const lost = createLostPushes();
  return {
    isProven: ({ bytes, headers }) =>
      isPushSigned(partnerKey, notifyUrl, bytes, headers.authorization) || isAddressCheck(bytes),
    read: readPush,
    answersEmpty: true,
    topics: pushTopics,
    concernOf,
    named: null,
    privacyOf: null,
    readMissed: (session) => lost.read(session),
    subscribe: null,
  };
}

const check = z.object({ code: z.literal(0), data: z.object({ verify_info: z.string() }) });

/** Sent once when the address is registered: it has no subject and needs no action. */
function isAddressCheck(bytes: Delivery['bytes']): boolean {
  if (bytes.length > 500) return false;
  try {
    return check.safeParse(JSON.parse(bytes.toString('utf8'))).success;
  } catch {
    return false;
  }
}

const page = z.object({
  push_message_list: z.array(z.object({ data: z.string().catch('') })).catch([]),
  has_next_page: z.boolean().catch(false),
  last_message_id: remoteId.nullish().catch(null),
});

const lostWhats = ['order', 'claim', 'listing'] as const;
type LostWhat = (typeof lostWhats)[number];
const isLostWhat = (what: string): what is LostWhat => (lostWhats as readonly string[]).includes(what);

/**
 * Lost pushes of all shops together: the earliest hundred until they are confirmed. Those of another shop wait here for
 * its sweep; if the process dies with them, the search by last change and the sweep of publications of that shop find
 * the same changes.
 */
function createLostPushes() {
  const waiting = new Map<string, Record<LostWhat, Set<string>>>();

  function file(messages: readonly { data: string }[]): void {
    for (const { data } of messages) {
      const reported = readPush(parsed(data));
      const concern = concernOf(reported);
      if (!reported.isOurs || !concern) continue;
      const of = waiting.get(reported.remoteUserId) ?? {
        order: new Set(),
        claim: new Set(),
        listing: new Set(),
      };
      if (isLostWhat(concern.what)) of[concern.what].add(concern.id);
      waiting.set(reported.remoteUserId, of);
    }
  }

  return {
    async read(session: SellerSession): Promise<MissedNews> {
      const failures: unknown[] = [];
      try {
        for (let more = true; more; ) {
          const answer = await session.call(pathOf('push/get_lost_push_message'));
          const found = responseOf(page, answer, 'lost pushes');
          file(found.push_message_list);
          if (!found.last_message_id || found.push_message_list.length === 0) break;
          await session.call(pathOf('push/confirm_consumed_lost_push_message'), {
            method: 'POST',
            json: { last_message_id: numberOf(found.last_message_id) },
          });
          more = found.has_next_page;
        }
      } catch (error) {
        failures.push(error);
      }
      const own = waiting.get(session.remoteUserId);
      waiting.delete(session.remoteUserId);
      const idsOf = (what: LostWhat) => [...(own?.[what] ?? [])];
      const nothing = { parcels: [], questions: [], messages: [] };
      return {
        ...nothing,
        orders: idsOf('order'),
        claims: idsOf('claim'),
        listings: idsOf('listing'),
        failures,
      };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return parseRemoteJson(text);
  } catch {
    return {};
  }
}
