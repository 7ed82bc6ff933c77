import type { CampaignAdState, CampaignKind, CampaignState } from '#contract/advertisements/campaign.ts';
import type { Centavos } from '#contract/money.ts';
import type { SellerSession } from './seller-session.ts';

/** A campaign of the marketplace or a discount of the seller, in our words. */
export type RemoteCampaign = {
  id: string;
  /** The marketplace's own word for its kind, which its calls require. */
  type: string;
  kind: CampaignKind;
  name: string;
  state: CampaignState;
  startsAt: Date | null;
  endsAt: Date | null;
  deadlineAt: Date | null;
  sellerSetsPrice: boolean;
  /** Ads join it by a call. */
  canJoin: boolean;
  /** An ad whose price runs leaves it by a call. */
  canLeave: boolean;
  /** Every ad of the account may join; otherwise the marketplace lists those that may. */
  opensToAll: boolean;
};
export type CampaignKey = Pick<RemoteCampaign, 'id' | 'type' | 'state'>;

/** An ad, or one variation of it if each has its own price in a campaign. */
export type CampaignPlace = { listing: string; variation: string | null };

export type RemoteCampaignAd = CampaignPlace & {
  state: CampaignAdState;
  /** Null: not reported; the same for the other amounts. */
  regular: Centavos | null;
  /** In the campaign; null: the seller has not set one. */
  price: Centavos | null;
  lowest: Centavos | null;
  highest: Centavos | null;
  suggested: Centavos | null;
  /** The part of the discount that the marketplace pays. */
  marketplacePays: Centavos | null;
};

/** `price`: it does not accept this price; `over`: too late; `not_invited`: the ad may not join, or no longer. */
export type CampaignRefusal = {
  refused: 'price' | 'over' | 'not_invited' | 'other';
  /** In the marketplace's own words, for people. */
  words: string;
};

/** Reads, joins and leaves campaigns. Joining or leaving twice has the effect of doing it once. */
export type Campaigns = {
  /** Invited, coming and running ones. */
  list(session: SellerSession): Promise<RemoteCampaign[]>;
  /** Ads that may join, or have joined, page by page. */
  ads(session: SellerSession, campaign: CampaignKey): AsyncIterable<RemoteCampaignAd[]>;
  /** `price`: null if the marketplace sets it. Returns the ad as it is in the campaign afterwards. */
  join(
    session: SellerSession,
    campaign: CampaignKey,
    place: CampaignPlace,
    price: Centavos | null,
  ): Promise<{ ad: RemoteCampaignAd } | CampaignRefusal>;
  /** The ad as it is afterwards; null: the marketplace no longer lists it. */
  leave(
    session: SellerSession,
    campaign: CampaignKey,
    place: CampaignPlace,
  ): Promise<{ ad: RemoteCampaignAd | null } | CampaignRefusal>;
};
