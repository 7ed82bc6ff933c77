import type { carriers } from '#contract/orders/own-carrier.ts';
import type { Handlers } from '#server/http/route.ts';
import { createCarrier, listCarriers, removeCarrier, updateCarrier } from './carrier.ts';

export const carrierRoutes: Handlers<typeof carriers> = {
  list: async ({ tx, actor }) => ({ items: await listCarriers(tx, actor) }),
  create: ({ tx, actor, body }) => createCarrier(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateCarrier(tx, actor, params.id, body, version),
  remove: ({ tx, actor, params }) => removeCarrier(tx, actor, params.id),
};
