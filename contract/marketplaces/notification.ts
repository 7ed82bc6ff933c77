import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { marketplaceId } from './marketplace.ts';

/** What marketplaces send is open: it is stored as it comes and believed only after the resource is fetched. */
export const notifications = {
  receive: endpoint({
    method: 'POST',
    path: '/notifications/:marketplace/:secret',
    permission: 'public',
    // All sellers' notifications come from a few addresses of the marketplace.
    limit: { max: 600_000, seconds: 60, by: 'address' },
    summary: 'Inbox of a marketplace: answers 200 when the notification is stored',
    params: z.strictObject({ marketplace: marketplaceId, secret: z.string().max(200) }),
    body: z.record(z.string().max(100), z.unknown()),
    response: z.object({ stored: z.literal(true) }),
    errors: ['payload_too_large', 'unavailable'],
  }),
};
