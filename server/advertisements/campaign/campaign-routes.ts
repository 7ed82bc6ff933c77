import { campaigns, campaignsAds } from '#contract/advertisements/campaign.ts';
import { fail } from '#server/fault.ts';
import { exportList } from '#server/http/export.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { listAccountCampaigns, listCampaigns, readCampaign } from './campaign.queries.ts';
import { listCampaignAds } from './campaign-ad.queries.ts';
import { campaignAdExport, campaignExport } from './campaign-export.ts';
import { previewJoin, startJoining, startLeaving } from './join-campaign.ts';
import { askForCampaigns } from './read-campaigns.ts';

export const campaignRoutes: Handlers<typeof campaigns> = {
  list: ({ tx, query, outside }) => listCampaigns(tx, outside, query),
  export: exportList(campaigns.export, campaignExport),
  detail: async ({ tx, params, outside }) =>
    (await readCampaign(tx, outside, params.id)) ?? fail('not_found'),
  accounts: async ({ tx, outside }) => ({ items: await listAccountCampaigns(tx, outside) }),
  sync: async ({ tx, actor, outside }) => {
    await askForCampaigns(tx, actor.businessId, outside);
    return { items: await listAccountCampaigns(tx, outside) };
  },
};

export const campaignAdRoutes: Handlers<typeof campaignsAds> = {
  list: ({ tx, query }) => listCampaignAds(tx, query),
  export: exportList(campaignsAds.export, campaignAdExport),
  previewJoin: remote(previewJoin),
  join: ({ tx, actor, body }) => startJoining(tx, actor, body),
  leave: ({ tx, actor, body }) => startLeaving(tx, actor, body),
};
