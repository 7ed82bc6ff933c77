import type { marginChanges } from '#contract/advertisements/margin-change.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { listMarginChanges, viewMarginChange } from './margin-change.queries.ts';
import { undoMarginChange } from './undo-margin-change.ts';

export const marginChangeRoutes: Handlers<typeof marginChanges> = {
  list: async ({ tx, query }) => {
    const found = await listMarginChanges(tx, query);
    return { ...found, items: found.items.map(viewMarginChange) };
  },
  undo: remote(undoMarginChange),
};
