import { z } from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { invoiceTold, pingTold, saleTold, stockTold } from '#contract/business/webhook.ts';

const header = z.object({
  'Easy-Signature': z
    .string()
    .describe(
      't=<seconds>,v1=<hex>: HMAC-SHA256 with the webhook’s secret over `<seconds>.<raw body>`; more than one v1 while a secret is being changed',
    ),
  'Easy-Event': z.string().describe('The type of the body'),
  'Easy-Delivery': z.string().describe('The id of the body: the same when it is told again'),
});

const told = (operationId: string, summary: string, schema: z.ZodObject): ZodOpenApiPathItemObject => ({
  post: {
    operationId: `told.${operationId}`,
    summary,
    tags: ['webhooks'],
    description: 'Answer with 2xx within five seconds. Anything else is told again, with growing pauses.',
    security: [],
    requestParams: { header },
    requestBody: { content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'Taken' }, '4XX': { description: 'Told again later' } },
  },
});

/** The webhook events that a business may subscribe to. */
export const webhookDocument: Record<string, ZodOpenApiPathItemObject> = {
  sales: told('sales', 'Something happened to a sale', saleTold),
  stock: told('stock', 'A shelf changed: told as it stands when it is sent', stockTold),
  invoices: told(
    'invoices',
    'An invoice between seller and supplier was opened, closed or moved',
    invoiceTold,
  ),
  ping: told('ping', 'Somebody tries the webhook out', pingTold),
};
