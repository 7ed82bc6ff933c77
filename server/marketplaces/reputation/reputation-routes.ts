import type { reputations } from '#contract/marketplaces/reputation.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { readReputationNow } from './read-reputation.ts';
import { viewReputation } from './reputation.ts';

export const reputationRoutes: Handlers<typeof reputations> = {
  detail: ({ tx, params, outside }) => viewReputation(tx, params.id, outside),
  read: remote(readReputationNow),
};
