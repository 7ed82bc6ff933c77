import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** What marketplaces send is open: it is stored as it comes and believed only after the resource is fetched. */
export const notifications = {
  receiveMercadoLivre: endpoint({
    method: 'POST',
    path: '/notifications/mercado-livre/:secret',
    permission: 'public',
    // All sellers' notifications come from a few addresses of the marketplace.
    limit: { max: 600_000, seconds: 60, by: 'address' },
    summary: 'Inbox for Mercado Livre: answers 200 when the notification is stored',
    params: z.strictObject({ secret: z.string().max(200) }),
    body: z.record(z.string().max(100), z.unknown()),
    response: z.object({ stored: z.literal(true) }),
    errors: ['payload_too_large', 'unavailable'],
  }),
};
