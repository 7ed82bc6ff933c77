import type { CampaignAd, campaigns, campaignsAds } from '#contract/advertisements/campaign.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type ExportKey, type ExportOptions, wordOf } from '#server/http/export.ts';
import type { Actor } from '#server/http/session.ts';
import { type CampaignRow, listCampaignRows } from './campaign.queries.ts';
import { listCampaignAds } from './campaign-ad.queries.ts';

export const campaignExport: ExportOptions<CampaignRow, ExportKey<typeof campaigns.export>> = {
  name: (words) => words.advertisements.campaigns.title,
  list: (tx: Tx, _actor: Actor, query) => listCampaignRows(tx, query),
  columns: {
    name: { label: (words) => words.advertisements.campaigns.name, value: (row) => row.name },
    account: { label: (words) => words.advertisements.campaigns.account, value: (row) => row.account_name },
    kind: {
      label: (words) => words.advertisements.campaigns.kind,
      value: (row, words) => wordOf(words.advertisements.campaigns.kinds, row.kind),
    },
    state: {
      label: (words) => words.advertisements.campaigns.state,
      value: (row, words) => wordOf(words.advertisements.campaigns.states, row.state),
    },
    starts: {
      label: (words) => words.advertisements.campaigns.starts,
      value: (row) => row.starts_at,
      kind: 'instant',
    },
    ends: {
      label: (words) => words.advertisements.campaigns.ends,
      value: (row) => row.ends_at,
      kind: 'instant',
    },
    deadline: {
      label: (words) => words.advertisements.campaigns.deadline,
      value: (row) => row.deadline_at,
      kind: 'instant',
    },
    joined: {
      label: (words) => words.advertisements.campaigns.joined,
      value: (row) => row.joined,
      kind: 'number',
    },
    invited: {
      label: (words) => words.advertisements.campaigns.invited,
      value: (row) => row.invited,
      kind: 'number',
    },
  },
};

const percentOf = (terms: CampaignAd['before']) => terms && terms.marginBasisPoints / 100;

export const campaignAdExport: ExportOptions<CampaignAd, ExportKey<typeof campaignsAds.export>> = {
  name: (words) => words.advertisements.campaigns.ads,
  list: (tx: Tx, _actor: Actor, query) => listCampaignAds(tx, query),
  columns: {
    name: { label: (words) => words.advertisements.campaigns.ad, value: (row) => row.name },
    code: { label: (words) => words.advertisements.campaigns.code, value: (row) => row.code },
    state: {
      label: (words) => words.advertisements.campaigns.adState,
      value: (row, words) => wordOf(words.advertisements.campaigns.adStates, row.state),
    },
    regular: {
      label: (words) => words.advertisements.campaigns.regular,
      value: (row) => row.regularPrice,
      kind: 'money',
      priced: true,
    },
    price: {
      label: (words) => words.advertisements.campaigns.price,
      value: (row) => row.price,
      kind: 'money',
      priced: true,
    },
    lowest: {
      label: (words) => words.advertisements.campaigns.lowest,
      value: (row) => row.lowest,
      kind: 'money',
      priced: true,
    },
    highest: {
      label: (words) => words.advertisements.campaigns.highest,
      value: (row) => row.highest,
      kind: 'money',
      priced: true,
    },
    suggested: {
      label: (words) => words.advertisements.campaigns.suggested,
      value: (row) => row.suggested,
      kind: 'money',
      priced: true,
    },
    marketplacePays: {
      label: (words) => words.advertisements.campaigns.marketplacePays,
      value: (row) => row.marketplacePays,
      kind: 'money',
      priced: true,
    },
    marginBefore: {
      label: (words) => words.advertisements.campaigns.marginBefore,
      value: (row) => percentOf(row.before),
      kind: 'number',
      priced: true,
    },
    marginInside: {
      label: (words) => words.advertisements.campaigns.marginInside,
      value: (row) => percentOf(row.inside),
      kind: 'number',
      priced: true,
    },
  },
};
