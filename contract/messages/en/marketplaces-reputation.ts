import type {
  reputationFailures as failuresPt,
  reputationSuccesses as successesPt,
} from '../pt/marketplaces-reputation.ts';
import type { Translation } from '../translation.ts';

export const reputationFailures: Translation<typeof failuresPt> = {
  'reputations.detail': 'Could not see the reputation!',
  'reputations.read': 'Could not read the reputation at the marketplace!',
};

export const reputationSuccesses: Translation<typeof successesPt> = {
  'reputations.read': 'Reputation read',
};
