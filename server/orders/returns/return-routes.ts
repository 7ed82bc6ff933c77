import type { api } from '#contract/index.ts';
import { storeImages } from '#server/business/files/store-images.ts';
import type { Handlers } from '#server/http/route.ts';
import { callOffReturn } from './call-off-return.ts';
import { checkPlace, closeReturn } from './close-return.ts';
import { inspectUnits, resetReturn } from './inspect-units.ts';
import { openReturn } from './open-return.ts';
import { listPutBacks } from './put-backs.queries.ts';
import { listReturns, readReturn } from './returns.queries.ts';

export const returnRoutes: Handlers<typeof api.returns> = {
  list: ({ tx, actor, query }) => listReturns(tx, actor, query),
  putBacks: ({ tx, actor }) => listPutBacks(tx, actor),
  detail: ({ tx, actor, params }) => readReturn(tx, actor, params.id),
  open: async ({ tx, actor, body }) => readReturn(tx, actor, await openReturn(tx, actor, body.code)),
  inspect: {
    plain: async ({ tx, actor, params, body }) => {
      await inspectUnits(tx, actor, params.id, body);
      return readReturn(tx, actor, params.id);
    },
    withFiles: (call) => {
      const { actor, params, body, files } = call;
      return storeImages(call, call.outside.storage, actor, files, async (tx, photos) => {
        await inspectUnits(tx, actor, params.id, body, photos);
        return readReturn(tx, actor, params.id);
      });
    },
  },
  reset: async ({ tx, actor, params }) => {
    await resetReturn(tx, actor, params.id);
    return readReturn(tx, actor, params.id);
  },
  checkPlace: async ({ tx, actor, params, body }) => ({
    volume: await checkPlace(tx, actor, params.id, body),
  }),
  callOff: async ({ tx, actor, params }) => {
    await callOffReturn(tx, actor, params.id);
    return { id: params.id };
  },
  close: async ({ tx, actor, params, body }) => {
    await closeReturn(tx, actor, params.id, body.places);
    return readReturn(tx, actor, params.id);
  },
};
