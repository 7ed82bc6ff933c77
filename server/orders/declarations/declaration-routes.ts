import type { api } from '#contract/index.ts';
import type { Handlers } from '#server/http/route.ts';
import { readDeclaration } from './declaration.queries.ts';
import { cancelDeclaration, issueDeclaration, keepDceKey } from './declaration.ts';

export const declarationRoutes: Handlers<typeof api.contentDeclarations> = {
  create: async ({ tx, actor, body }) =>
    readDeclaration(tx, actor, await issueDeclaration(tx, actor, body.orderId)),
  detail: ({ tx, actor, params }) => readDeclaration(tx, actor, params.id),
  update: async ({ tx, actor, params, body }) => {
    await keepDceKey(tx, params.id, body.dceKey);
    return readDeclaration(tx, actor, params.id);
  },
  cancel: async ({ tx, actor, params, body }) => {
    await cancelDeclaration(tx, actor, params.id, body.reason);
    return readDeclaration(tx, actor, params.id);
  },
};
