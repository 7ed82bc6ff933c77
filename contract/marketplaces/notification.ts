import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { marketplaceId } from './marketplace.ts';

/** The content of notifications is open: it is stored as it arrives and used only after the resource was fetched. */
export const notifications = entity('notifications', {
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
    errors: ['payload_too_large'],
  }),
  receiveNamed: endpoint({
    method: 'POST',
    path: '/notifications/:marketplace/:secret/:subject/:event',
    permission: 'public',
    limit: { max: 60_000, seconds: 60, by: 'address' },
    summary: 'Inbox for requests about personal data, whose kind is in the address',
    params: z.strictObject({
      marketplace: marketplaceId,
      secret: z.string().max(200),
      subject: z.string().max(40),
      event: z.string().max(40),
    }),
    body: z.record(z.string().max(100), z.unknown()),
    response: z.object({ stored: z.literal(true) }),
    errors: ['payload_too_large'],
  }),
});
