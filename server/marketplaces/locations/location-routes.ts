import type { accountLocations } from '#contract/marketplaces/account-location.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { readLocations, updateLocations } from './location.ts';

export const accountLocationRoutes: Handlers<typeof accountLocations> = {
  list: remote(readLocations),
  update: remote(updateLocations),
};
