import type { Call, Endpoint, Refusal } from '../endpoint.ts';
import { notFound, refuse } from '../endpoint.ts';
import { sellerById } from '../market.ts';
import { viewReputation } from '../reputation.ts';
import type { Campaign } from './campaign.ts';
import { passCampaigns } from './taking-part.ts';

/** Every call names the version of the API, as file 59659424059 shows; what is due by now happens first, and a change is notified. */
export const versioned = ({ handle, ...endpoint }: Endpoint): Endpoint => ({
  ...endpoint,
  handle: async (call) => {
    if (call.query.app_version !== 'v2') throw refuse(400, 'bad_request', 'Invalid app_version');
    passCampaigns(call.world);
    const answer = await handle(call);
    if (endpoint.method !== 'GET') passCampaigns(call.world);
    return answer;
  },
});

/** The form of a refusal with a code, from the page of traditional campaigns. */
export const refuseBy = (code: string, message: string): Refusal =>
  refuse(400, 'bad_request', `Errors: ${code} - ${message}`, [{ error_code: code, error_message: message }]);

/** The text is ours: refusals without a published code. */
export const refuseOffer = (message: string): Refusal => refuse(400, 'bad_request', message);

export const campaignIn = (call: Call, id: string, type: string | undefined): Campaign => {
  if (type === undefined) throw refuse(400, 'bad_request', 'The parameter promotion_type is required');
  const campaign = Object.hasOwn(call.world.market.campaigns, id)
    ? call.world.market.campaigns[id]
    : undefined;
  if (campaign === undefined || campaign.seller_id !== call.caller.id || campaign.type !== type)
    throw notFound(`Promotion ${id} not found`);
  return campaign;
};

export const hasGreenReputation = (call: Call): boolean => {
  const seller = sellerById(call.world.market, call.caller.id);
  return seller !== null && String(viewReputation(call.world, seller).level_id).endsWith('green');
};
