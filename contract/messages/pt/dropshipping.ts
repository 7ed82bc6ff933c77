import { catalogue, offerFailures, offerSuccesses, offers } from './dropshipping-offers.ts';
import {
  settlement,
  settlementFailures,
  settlementMails,
  settlementSuccesses,
} from './dropshipping-settlement.ts';

export const dropshipping = {
  failures: { ...offerFailures, ...settlementFailures },
  successes: { ...offerSuccesses, ...settlementSuccesses },
  offers,
  catalogue,
  settlement,
  mails: settlementMails,
};
