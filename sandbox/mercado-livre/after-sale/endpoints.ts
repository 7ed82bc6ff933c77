import type { Endpoint } from '../endpoint.ts';
import { actionGuideEndpoints } from './action-guide.ts';
import { claimActionEndpoints } from './claim-actions.ts';
import { claimEndpoints } from './claim-endpoints.ts';
import { messageEndpoints } from './message-endpoints.ts';
import { returnEndpoints } from './return-endpoints.ts';
import { reviewEndpoints } from './reviews.ts';

export const afterSaleEndpoints: Endpoint[] = [
  ...messageEndpoints,
  ...actionGuideEndpoints,
  ...claimEndpoints,
  ...claimActionEndpoints,
  ...returnEndpoints,
  ...reviewEndpoints,
];
