import { z } from 'zod';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import { understood } from '../answers.ts';
import type { MissedNews } from '../inbox.ts';

const pageSize = 100;
/**
 * After this many failed topics the feed is down: further requests would open the circuit of the account's other calls.
 */
const mostFailures = 2;

/** Older ones lack the first part, and none begins with a slash for sure. */
export const claimResource = /^\/?(?:post-purchase\/)?v1\/claims\/(\d{1,19})(?:$|[/?])/;

export const listingResource = /^\/items\/([A-Z]{3}\d{1,20})(?:\/|$)/;

const feeds = z.looseObject({
  messages: z.array(z.looseObject({ resource: z.string().catch('') })),
});

/** Lost notifications, kept by the marketplace for two days. They are requested as the application. */
export async function readMissed(session: SellerSession, applicationId: string): Promise<MissedNews> {
  const failures: unknown[] = [];
  const idsOf = async (topic: string, pattern: RegExp) => {
    const ids = new Set<string>();
    if (failures.length >= mostFailures) return [];
    try {
      for (let page = 0; ; page++) {
        const query = new URLSearchParams({
          app_id: applicationId,
          topic,
          offset: String(page * pageSize),
          limit: String(pageSize),
        });
        const { json } = await session.call(`/missed_feeds?${query}`);
        const { messages } = understood(() => feeds.parse(json), 'missed feeds');
        for (const { resource } of messages) {
          const id = pattern.exec(resource)?.[1];
          if (id) ids.add(id);
        }
        if (messages.length < pageSize) break;
      }
    } catch (error) {
      failures.push(error);
    }
    return [...ids];
  };
  return {
    orders: await idsOf('orders_v2', /^\/orders\/(\d{1,19})$/),
    parcels: await idsOf('shipments', /^\/shipments\/(\d{1,19})$/),
    listings: [
      ...new Set([
        ...(await idsOf('items', listingResource)),
        ...(await idsOf('items_prices', listingResource)),
      ]),
    ],
    questions: await idsOf('questions', /^\/questions\/(\d{1,19})$/),
    messages: await idsOf('messages', /^(?:\/messages\/)?([\w-]{1,64})$/),
    claims: await idsOf('post_purchase', claimResource),
    failures,
  };
}
