create table campaigns (
  id bigint generated always as identity,
  business_id bigint not null references businesses,
  account_id bigint not null,
  remote_id text not null,
  -- The marketplace's own word for its kind, which its calls require.
  remote_type text not null default '',
  kind text not null check (kind in ('deal', 'cofunded', 'price_matching', 'pre_negotiated', 'clearance', 'day_deal',
    'lightning', 'volume', 'coupon', 'payment', 'own', 'other')),
  name text not null default '',
  state text not null check (state in ('coming', 'running', 'ended')),
  starts_at timestamptz,
  ends_at timestamptz,
  -- Until then ads may join; null: until its end.
  deadline_at timestamptz,
  seller_sets_price boolean not null,
  can_join boolean not null,
  can_leave boolean not null,
  -- Every ad of the account may join; otherwise the marketplace lists those that may.
  opens_to_all boolean not null default false,
  -- When the account last listed it.
  read_at timestamptz not null,
  -- When its ads were last read completely; null: not yet.
  ads_read_at timestamptz,
  ads_failed boolean not null default false,
  primary key (business_id, id),
  unique (business_id, account_id, remote_type, remote_id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id)
);
comment on table campaigns is
  'Campaigns of marketplaces and discounts of sellers, as an account last listed them. '
  'Retention: a campaign is deleted with its ads 90 days after it ended.';
create index campaigns_ends on campaigns (business_id, ends_at, id);
create index campaigns_starts on campaigns (business_id, starts_at, id);
create index campaigns_name on campaigns (business_id, name, id);
call tenant_table('campaigns');

create table campaign_ads (
  id bigint generated always as identity,
  business_id bigint not null references businesses,
  campaign_id bigint not null,
  remote_item_id text not null,
  -- Empty: the ad with all its variations.
  remote_variation_id text not null default '',
  -- As the marketplace names it, for one that has no publication.
  name text not null default '',
  state text not null check (state in ('invited', 'scheduled', 'running')),
  regular_centavos bigint check (regular_centavos > 0),
  -- In the campaign; null: the seller has not set one.
  price_centavos bigint check (price_centavos > 0),
  lowest_centavos bigint check (lowest_centavos > 0),
  highest_centavos bigint check (highest_centavos > 0),
  suggested_centavos bigint check (suggested_centavos > 0),
  -- The part of the discount that the marketplace pays; null: unknown.
  marketplace_centavos bigint check (marketplace_centavos >= 0),
  -- The price whose fee and freight were last quoted; null: not quoted yet.
  quoted_centavos bigint check (quoted_centavos > 0),
  fee_centavos bigint check (fee_centavos >= 0),
  freight_centavos bigint check (freight_centavos >= 0),
  quoted_at timestamptz,
  read_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, campaign_id, remote_item_id, remote_variation_id),
  foreign key (business_id, campaign_id) references campaigns (business_id, id) on delete cascade
);
comment on table campaign_ads is
  'Ads that are invited to a campaign or in it, with their prices as they were last read; deleted with the campaign.';
create index campaign_ads_name on campaign_ads (business_id, campaign_id, name, id);
create index campaign_ads_price on campaign_ads (business_id, campaign_id, price_centavos, id);
call tenant_table('campaign_ads');

alter table marketplace_accounts
  -- When a reading of its campaigns was last requested, and when one last succeeded.
  add column campaigns_asked_at timestamptz,
  add column campaigns_read_at timestamptz,
  add column campaigns_failed boolean not null default false;

-- The part of the discount that the marketplace pays while a promotion runs; null: unknown.
alter table publication_variations
  add column promotion_marketplace_centavos bigint check (promotion_marketplace_centavos >= 0);

alter table bulk_runs drop constraint bulk_runs_kind_check;
alter table bulk_runs add constraint bulk_runs_kind_check check (
  kind in ('labels', 'invoices', 'prices', 'links', 'fiscal_data', 'campaign_joins', 'campaign_leaves'));
