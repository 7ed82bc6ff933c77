import type { api } from '#contract/index.ts';
import type { Handlers } from '#server/http/route.ts';
import { listManifests, readManifest, readManifestRow } from './manifest.queries.ts';
import { closeManifest } from './manifest.ts';

export const manifestRoutes: Handlers<typeof api.manifests> = {
  list: ({ tx, actor, query }) => listManifests(tx, actor, query),
  detail: ({ tx, actor, params }) => readManifest(tx, actor, params.id),
  close: async ({ tx, actor, params }) => {
    await closeManifest(tx, actor, params.id);
    return readManifestRow(tx, actor, params.id);
  },
};
