import { z } from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { invoiceEvent, pingEvent, saleEvent, stockEvent } from '#contract/business/webhook.ts';

const header = z.object({
  'Easy-Signature': z
    .string()
    .describe(
      't=<seconds>,v1=<hex>: HMAC-SHA256 with the webhook’s secret over `<seconds>.<raw body>`; several v1 for a day after the secret was rotated',
    ),
  'Easy-Event': z.string().describe('The type of the body'),
  'Easy-Delivery': z.string().describe('The id of the body, which is the same in a retry or replay'),
});

const deliveryOf = (operationId: string, summary: string, schema: z.ZodObject): ZodOpenApiPathItemObject => ({
  post: {
    operationId: `webhook.${operationId}`,
    summary,
    tags: ['webhooks'],
    description:
      'Answer with 2xx within five seconds. After any other answer the delivery is retried with growing pauses.',
    security: [],
    requestParams: { header },
    requestBody: { content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'Delivered' }, '4XX': { description: 'Retried later' } },
  },
});

/** The webhook events that a business may subscribe to. */
export const webhookDocument: Record<string, ZodOpenApiPathItemObject> = {
  sales: deliveryOf('sales', 'A sale changed', saleEvent),
  stock: deliveryOf('stock', 'A stock level changed, with its state at the first attempt', stockEvent),
  invoices: deliveryOf(
    'invoices',
    'An invoice between seller and supplier was opened, closed or changed',
    invoiceEvent,
  ),
  ping: deliveryOf('ping', 'A test delivery', pingEvent),
};
