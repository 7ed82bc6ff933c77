-- Written by `npm run db:files` from the baseline (server/db/schema) and the migrations; to be read, never edited or run.

create extension btree_gin;

create extension pg_trgm;

create table account_calls (
  id bigint not null generated always as identity,
  business_id bigint not null,
  account_id bigint not null,
  called_at timestamp with time zone not null,
  method text not null,
  path text not null,
  status integer,
  milliseconds integer not null,
  code text not null default ''::text,
  ahead_milliseconds bigint,
  constraint account_calls_pkey PRIMARY KEY (business_id, id),
  constraint account_calls_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id)
);
comment on table account_calls is 'The latest calls to the marketplace of each account, for the connection check. Retention: each call deletes all but the latest 20 of its account.';
alter table account_calls enable row level security;
alter table account_calls force row level security;

create table account_locations (
  id bigint not null generated always as identity,
  business_id bigint not null,
  account_id bigint not null,
  supplier_id bigint not null,
  warehouse_id bigint not null,
  remote_id text not null,
  name text not null,
  constraint account_locations_pkey PRIMARY KEY (business_id, id),
  constraint account_locations_business_id_account_id_warehouse_id_key UNIQUE (business_id, account_id, warehouse_id),
  constraint account_locations_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint account_locations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint account_locations_supplier_id_warehouse_id_fkey FOREIGN KEY (supplier_id, warehouse_id) REFERENCES warehouses(business_id, id) ON DELETE CASCADE
);
comment on table account_locations is 'The location at the marketplace that has the stock of a warehouse; stock of the others is at the default location.';
alter table account_locations enable row level security;
alter table account_locations force row level security;

create table advertisement_components (
  id bigint not null generated always as identity,
  business_id bigint not null,
  advertisement_id bigint not null,
  dropship_item_id bigint not null,
  supplier_id bigint not null,
  quantity integer not null,
  product_name text not null default ''::text,
  sku text not null default ''::text,
  constraint advertisement_components_pkey PRIMARY KEY (business_id, id),
  constraint advertisement_components_advertisement_id_dropship_item_id_key UNIQUE (advertisement_id, dropship_item_id),
  constraint advertisement_components_business_id_advertisement_id_fkey FOREIGN KEY (business_id, advertisement_id) REFERENCES advertisements(business_id, id) ON DELETE CASCADE,
  constraint advertisement_components_supplier_id_dropship_item_id_fkey FOREIGN KEY (supplier_id, dropship_item_id) REFERENCES dropship_items(business_id, id),
  constraint advertisement_components_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES businesses(id),
  constraint advertisement_components_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000)))
);
comment on table advertisement_components is 'The offers of which one unit of an advertisement is made: one, or several for a kit.';
alter table advertisement_components enable row level security;
alter table advertisement_components force row level security;

create table advertisement_images (
  id bigint not null generated always as identity,
  business_id bigint not null,
  advertisement_id bigint not null,
  image_id bigint not null,
  "position" integer not null,
  constraint advertisement_images_pkey PRIMARY KEY (business_id, id),
  constraint advertisement_images_advertisement_id_image_id_key UNIQUE (advertisement_id, image_id),
  constraint advertisement_images_business_id_advertisement_id_fkey FOREIGN KEY (business_id, advertisement_id) REFERENCES advertisements(business_id, id) ON DELETE CASCADE,
  constraint advertisement_images_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id)
);
comment on table advertisement_images is 'Images of an advertisement: own ones, or those of a product that is seen through its offer.';
alter table advertisement_images enable row level security;
alter table advertisement_images force row level security;

create table advertisements (
  id bigint not null generated always as identity,
  business_id bigint not null,
  brand text not null default ''::text,
  product text not null,
  description text not null default ''::text,
  archived boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  codes text not null default ''::text,
  search text generated always as (fold(((((product || ' '::text) || brand) || ' '::text) || codes))) stored,
  as_variations boolean not null default false,
  sku text not null default ''::text,
  width numeric(10,1),
  height numeric(10,1),
  depth numeric(10,1),
  constraint advertisements_pkey PRIMARY KEY (id),
  constraint advertisements_business_id_id_key UNIQUE (business_id, id),
  constraint advertisements_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint advertisements_depth_check CHECK ((depth > (0)::numeric)),
  constraint advertisements_height_check CHECK ((height > (0)::numeric)),
  constraint advertisements_width_check CHECK ((width > (0)::numeric))
);
comment on table advertisements is 'What a seller advertises: text, images and a composition of offers.';
alter table advertisements enable row level security;
alter table advertisements force row level security;

create table answer_templates (
  id bigint not null generated always as identity,
  business_id bigint not null,
  name text not null,
  text text not null,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  constraint answer_templates_pkey PRIMARY KEY (business_id, id),
  constraint answer_templates_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
comment on table answer_templates is 'Texts of the business for answers. Names in braces are filled in from the publication.';
alter table answer_templates enable row level security;
alter table answer_templates force row level security;

create table api_keys (
  id bigint not null generated always as identity,
  business_id bigint not null,
  name text not null,
  role text not null,
  token_hash bytea not null,
  hint text not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_address text,
  revoked_at timestamp with time zone,
  seen_expired boolean not null default false,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_business_id_id_key UNIQUE (business_id, id),
  constraint api_keys_token_hash_key UNIQUE (token_hash),
  constraint api_keys_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint api_keys_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'administrator'::text, 'stockist'::text, 'packer'::text, 'distributor'::text, 'seller'::text, 'supplier'::text])))
);
comment on table api_keys is 'Keys by which programs act for a business with the rights of one role. The token is kept as a hash.';
alter table api_keys enable row level security;
alter table api_keys force row level security;

create table audit_entries (
  id bigint not null generated always as identity,
  business_id bigint not null,
  user_id bigint,
  endpoint text not null,
  entity_id text,
  request_id text not null,
  at timestamp with time zone not null,
  address text,
  changes jsonb,
  station_id bigint default app_station_or_null(),
  api_key_id bigint,
  constraint audit_entries_pkey PRIMARY KEY (business_id, id),
  constraint audit_entries_business_id_api_key_id_fkey FOREIGN KEY (business_id, api_key_id) REFERENCES api_keys(business_id, id),
  constraint audit_entries_business_id_station_id_fkey FOREIGN KEY (business_id, station_id) REFERENCES stations(business_id, id)
);
comment on table audit_entries is 'The audit trail: who called which endpoint on which record, from where, and what changed of money, rights and security. Rows are only added. Retention: deleted after five years by the task jobs.forget-passed. docs/operations.md, "Tables that grow", has the figures of this and the other growing tables.';
alter table audit_entries enable row level security;
alter table audit_entries force row level security;

create table authorization_requests (
  id bigint not null generated always as identity,
  business_id bigint not null,
  session_id bigint not null,
  marketplace text not null,
  state_hash bytea not null,
  verifier text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint authorization_requests_pkey PRIMARY KEY (business_id, id),
  constraint authorization_requests_state_hash_key UNIQUE (state_hash),
  constraint authorization_requests_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
comment on table authorization_requests is 'A consent at a marketplace that was started and not yet answered. Retention: rows are deleted 7 days after they expire by the task jobs.forget-passed.';
alter table authorization_requests enable row level security;
alter table authorization_requests force row level security;

create table balance_count_lines (
  business_id bigint not null,
  count_id bigint not null,
  variation_id bigint not null,
  expected integer not null,
  counted integer not null,
  batch_id bigint,
  unit_centavos bigint,
  constraint balance_count_lines_pkey PRIMARY KEY (business_id, count_id, variation_id),
  constraint balance_count_lines_business_id_batch_id_fkey FOREIGN KEY (business_id, batch_id) REFERENCES batches(business_id, id),
  constraint balance_count_lines_business_id_count_id_fkey FOREIGN KEY (business_id, count_id) REFERENCES balance_counts(business_id, id),
  constraint balance_count_lines_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES product_variations(business_id, id),
  constraint balance_count_lines_counted_check CHECK ((counted >= 0)),
  constraint balance_count_lines_expected_check CHECK ((expected >= 0))
);
comment on table balance_count_lines is 'What a count found beside what the ledger said at that moment.';
alter table balance_count_lines enable row level security;
alter table balance_count_lines force row level security;

create table balance_counts (
  id bigint not null generated always as identity,
  business_id bigint not null,
  balance_id bigint not null,
  user_id bigint not null,
  at timestamp with time zone not null,
  outcome text not null,
  station_id bigint default app_station_or_null(),
  series integer not null default 1,
  constraint balance_counts_pkey PRIMARY KEY (id),
  constraint balance_counts_business_id_id_key UNIQUE (business_id, id),
  constraint balance_counts_business_id_balance_id_fkey FOREIGN KEY (business_id, balance_id) REFERENCES balances(business_id, id),
  constraint balance_counts_business_id_station_id_fkey FOREIGN KEY (business_id, station_id) REFERENCES stations(business_id, id),
  constraint balance_counts_outcome_check CHECK ((outcome = ANY (ARRAY['equal'::text, 'differs'::text, 'outdated'::text])))
);
comment on table balance_counts is 'Each time a volume was counted for a balance. Rows are only added.';
alter table balance_counts enable row level security;
alter table balance_counts force row level security;

create table balance_settings (
  business_id bigint not null,
  tolerance_units integer not null default 1,
  tolerance_percent integer not null default 2,
  limit_centavos bigint,
  version integer not null default 1,
  scheduled_per_day integer,
  days_a integer not null default 7,
  days_b integer not null default 30,
  days_c integer not null default 90,
  constraint balance_settings_pkey PRIMARY KEY (business_id),
  constraint balance_settings_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint balance_settings_days_a_check CHECK (((days_a >= 1) AND (days_a <= 730))),
  constraint balance_settings_days_b_check CHECK (((days_b >= 1) AND (days_b <= 730))),
  constraint balance_settings_days_c_check CHECK (((days_c >= 1) AND (days_c <= 730))),
  constraint balance_settings_limit_centavos_check CHECK ((limit_centavos >= 0)),
  constraint balance_settings_scheduled_per_day_check CHECK (((scheduled_per_day >= 1) AND (scheduled_per_day <= 200))),
  constraint balance_settings_tolerance_percent_check CHECK (((tolerance_percent >= 0) AND (tolerance_percent <= 100))),
  constraint balance_settings_tolerance_units_check CHECK ((tolerance_units >= 0))
);
comment on table balance_settings is 'The rules of counting that the owner of a business has set.';
alter table balance_settings enable row level security;
alter table balance_settings force row level security;

create table balances (
  id bigint not null generated always as identity,
  business_id bigint not null,
  warehouse_id bigint not null,
  volume_id bigint not null,
  variation_id bigint,
  kind text not null,
  origin text not null,
  state text not null default 'open'::text,
  volume_version integer not null,
  cause text,
  started_by bigint,
  started_at timestamp with time zone not null,
  ended_by bigint,
  ended_at timestamp with time zone,
  series integer not null default 1,
  constraint balances_pkey PRIMARY KEY (id),
  constraint balances_business_id_id_key UNIQUE (business_id, id),
  constraint balances_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES product_variations(business_id, id),
  constraint balances_business_id_volume_id_fkey FOREIGN KEY (business_id, volume_id) REFERENCES volumes(business_id, id),
  constraint balances_business_id_warehouse_id_fkey FOREIGN KEY (business_id, warehouse_id) REFERENCES warehouses(business_id, id),
  constraint balances_cause_check CHECK ((cause = ANY (ARRAY['miscounted'::text, 'missing_movement'::text, 'found'::text, 'lost'::text, 'damaged'::text, 'expired'::text]))),
  constraint balances_check CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['open'::text, 'recount'::text, 'waiting_approval'::text])))),
  constraint balances_kind_check CHECK ((kind = ANY (ARRAY['routine'::text, 'suspect'::text]))),
  constraint balances_origin_check CHECK ((origin = ANY (ARRAY['volume'::text, 'position'::text, 'product'::text, 'plan'::text, 'schedule'::text, 'zero_check'::text, 'short'::text]))),
  constraint balances_started_by CHECK (((started_by IS NULL) = (origin = 'schedule'::text))),
  constraint balances_state_check CHECK ((state = ANY (ARRAY['open'::text, 'recount'::text, 'waiting_approval'::text, 'checked'::text, 'corrected'::text, 'canceled'::text])))
);
comment on table balances is 'A count of one volume, from the moment it is due until it is confirmed, corrected or canceled.';
alter table balances enable row level security;
alter table balances force row level security;

create table bank_columns (
  business_id bigint not null,
  titles text not null,
  columns jsonb not null,
  constraint bank_columns_pkey PRIMARY KEY (business_id, titles),
  constraint bank_columns_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
comment on table bank_columns is 'Which column is which in bank files whose titles do not say it, as a person assigned them.';
alter table bank_columns enable row level security;
alter table bank_columns force row level security;

create table bank_rows (
  id bigint not null generated always as identity,
  business_id bigint not null,
  statement_id bigint not null,
  account text not null,
  bank_id text not null,
  fingerprint text not null,
  occurrence integer not null,
  day date not null,
  amount_centavos bigint not null,
  details text not null,
  state text not null default 'new'::text,
  payout_id bigint,
  constraint bank_rows_pkey PRIMARY KEY (business_id, id),
  constraint bank_rows_once UNIQUE (business_id, account, day, amount_centavos, fingerprint, occurrence),
  constraint bank_rows_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint bank_rows_business_id_payout_id_fkey FOREIGN KEY (business_id, payout_id) REFERENCES pair_payouts(seller_id, id),
  constraint bank_rows_business_id_statement_id_fkey FOREIGN KEY (business_id, statement_id) REFERENCES bank_statements(business_id, id),
  constraint bank_rows_amount_centavos_check CHECK ((amount_centavos > 0)),
  constraint bank_rows_state_check CHECK ((state = ANY (ARRAY['new'::text, 'received'::text, 'ignored'::text])))
);
comment on table bank_rows is 'Movements of bank statements, sealed, and the payments that they were recognized as. Retention: movements that paid nothing are deleted after 90 days by the task jobs.forget-passed.';
alter table bank_rows enable row level security;
alter table bank_rows force row level security;

create table bank_statements (
  id bigint not null generated always as identity,
  business_id bigint not null,
  file_name text not null,
  format text not null,
  details text not null,
  first_day date,
  last_day date,
  known_count integer not null default 0,
  debit_count integer not null default 0,
  balance_count integer not null default 0,
  user_id bigint not null,
  at timestamp with time zone not null,
  constraint bank_statements_pkey PRIMARY KEY (id),
  constraint bank_statements_business_id_id_key UNIQUE (business_id, id),
  constraint bank_statements_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint bank_statements_format_check CHECK ((format = ANY (ARRAY['ofx'::text, 'sheet'::text])))
);
comment on table bank_statements is 'Statements of a bank account that were uploaded to find payments.';
alter table bank_statements enable row level security;
alter table bank_statements force row level security;

create table batches (
  id bigint not null generated always as identity,
  business_id bigint not null,
  variation_id bigint not null,
  code text not null,
  expires_on date not null,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  search text generated always as (fold(code)) stored,
  code_key text generated always as (upper(btrim(code))) stored,
  constraint batches_pkey PRIMARY KEY (id),
  constraint batches_business_id_id_key UNIQUE (business_id, id),
  constraint batches_code UNIQUE (business_id, variation_id, code_key),
  constraint batches_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES product_variations(business_id, id) ON DELETE CASCADE
);
comment on table batches is 'Lots of a variation with their expiry day. The code is compared trimmed and in upper case.';
alter table batches enable row level security;
alter table batches force row level security;

create table billing_months (
  id bigint not null generated always as identity,
  business_id bigint not null,
  month date not null,
  plan text not null,
  storage_bytes bigint not null,
  publications integer not null,
  charge_centavos bigint not null,
  warned_storage integer not null default 0,
  warned_publications integer not null default 0,
  closed_at timestamp with time zone,
  constraint billing_months_pkey PRIMARY KEY (business_id, id),
  constraint billing_months_business_id_month_key UNIQUE (business_id, month),
  constraint billing_months_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint billing_months_charge_centavos_check CHECK ((charge_centavos >= 0)),
  constraint billing_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint billing_months_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text, 'enterprise'::text]))),
  constraint billing_months_publications_check CHECK ((publications >= 0)),
  constraint billing_months_storage_bytes_check CHECK ((storage_bytes >= 0))
);
comment on table billing_months is 'What a business used in a month and what it costs, final once closed_at is set.';
alter table billing_months enable row level security;
alter table billing_months force row level security;

create table bulk_runs (
  id bigint not null generated always as identity,
  business_id bigint not null,
  user_id bigint not null,
  kind text not null,
  state text not null default 'running'::text,
  items jsonb not null,
  input jsonb not null,
  total integer not null,
  finished integer not null default 0,
  succeeded integer not null default 0,
  failed jsonb not null default '[]'::jsonb,
  part_ids bigint[] not null default '{}'::bigint[],
  file_id bigint,
  before jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  task text not null,
  api_key_id bigint,
  constraint bulk_runs_pkey PRIMARY KEY (business_id, id),
  constraint bulk_runs_business_id_api_key_id_fkey FOREIGN KEY (business_id, api_key_id) REFERENCES api_keys(business_id, id) ON DELETE CASCADE,
  constraint bulk_runs_business_id_file_id_fkey FOREIGN KEY (business_id, file_id) REFERENCES files(business_id, id),
  constraint bulk_runs_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint bulk_runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint bulk_runs_check CHECK (((finished >= 0) AND (finished <= total))),
  constraint bulk_runs_kind_check CHECK ((kind = ANY (ARRAY['labels'::text, 'invoices'::text, 'prices'::text, 'links'::text, 'fiscal_data'::text, 'campaign_joins'::text, 'campaign_leaves'::text, 'content'::text, 'publications'::text, 'place_labels'::text]))),
  constraint bulk_runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text, 'undone'::text])))
);
comment on table bulk_runs is 'Long work on many rows, done by a job in steps, so that the person who asked may leave and return to it. Retention: a run is deleted 7 days after it was started.';
alter table bulk_runs enable row level security;
alter table bulk_runs force row level security;

create table businesses (
  id bigint not null generated by default as identity,
  name text not null,
  type text not null,
  document text not null,
  storage_bytes bigint not null default 0,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  two_step_from timestamp with time zone,
  plan text not null default 'free'::text,
  plan_since timestamp with time zone,
  next_plan text,
  next_plan_on date,
  billed_on date,
  ended_at timestamp with time zone,
  counts_by_hand boolean not null default false,
  supplier_may text[] not null default '{}'::text[],
  parcel_weight text not null default 'off'::text,
  parcel_photos text not null default 'off'::text,
  parcel_percent integer not null default 5,
  parcel_grams integer not null default 50,
  cart_places_required boolean not null default false,
  constraint businesses_pkey PRIMARY KEY (id),
  constraint businesses_document_check CHECK ((document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'::text)),
  constraint businesses_next_plan_check CHECK ((next_plan = ANY (ARRAY['free'::text, 'pro'::text, 'enterprise'::text]))),
  constraint businesses_next_plan_check2 CHECK (((next_plan IS NULL) = (next_plan_on IS NULL))),
  constraint businesses_parcel_grams_check CHECK (((parcel_grams >= 0) AND (parcel_grams <= 10000))),
  constraint businesses_parcel_percent_check CHECK (((parcel_percent >= 0) AND (parcel_percent <= 100))),
  constraint businesses_parcel_photos_check CHECK ((parcel_photos = ANY (ARRAY['off'::text, 'optional'::text, 'required'::text]))),
  constraint businesses_parcel_weight_check CHECK ((parcel_weight = ANY (ARRAY['off'::text, 'optional'::text, 'required'::text]))),
  constraint businesses_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text, 'enterprise'::text]))),
  constraint businesses_storage_bytes_check CHECK ((storage_bytes >= 0)),
  constraint businesses_supplier_may_check CHECK ((supplier_may <@ ARRAY['proofs'::text, 'bank_data'::text])),
  constraint businesses_type_check CHECK ((type = ANY (ARRAY['sales'::text, 'supply'::text])))
);
comment on table businesses is 'The tenants: a business that sells, or one that supplies. A business without owners stays, because invoices of its partners and the ledger name it.';
alter table businesses enable row level security;
alter table businesses force row level security;

create table campaign_ads (
  id bigint not null generated always as identity,
  business_id bigint not null,
  campaign_id bigint not null,
  remote_item_id text not null,
  remote_variation_id text not null default ''::text,
  name text not null default ''::text,
  state text not null,
  regular_centavos bigint,
  price_centavos bigint,
  lowest_centavos bigint,
  highest_centavos bigint,
  suggested_centavos bigint,
  marketplace_centavos bigint,
  quoted_centavos bigint,
  fee_centavos bigint,
  freight_centavos bigint,
  quoted_at timestamp with time zone,
  read_at timestamp with time zone not null,
  constraint campaign_ads_pkey PRIMARY KEY (business_id, id),
  constraint campaign_ads_business_id_campaign_id_remote_item_id_remote__key UNIQUE (business_id, campaign_id, remote_item_id, remote_variation_id),
  constraint campaign_ads_business_id_campaign_id_fkey FOREIGN KEY (business_id, campaign_id) REFERENCES campaigns(business_id, id) ON DELETE CASCADE,
  constraint campaign_ads_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint campaign_ads_fee_centavos_check CHECK ((fee_centavos >= 0)),
  constraint campaign_ads_freight_centavos_check CHECK ((freight_centavos >= 0)),
  constraint campaign_ads_highest_centavos_check CHECK ((highest_centavos > 0)),
  constraint campaign_ads_lowest_centavos_check CHECK ((lowest_centavos > 0)),
  constraint campaign_ads_marketplace_centavos_check CHECK ((marketplace_centavos >= 0)),
  constraint campaign_ads_price_centavos_check CHECK ((price_centavos > 0)),
  constraint campaign_ads_quoted_centavos_check CHECK ((quoted_centavos > 0)),
  constraint campaign_ads_regular_centavos_check CHECK ((regular_centavos > 0)),
  constraint campaign_ads_state_check CHECK ((state = ANY (ARRAY['invited'::text, 'scheduled'::text, 'running'::text]))),
  constraint campaign_ads_suggested_centavos_check CHECK ((suggested_centavos > 0))
);
comment on table campaign_ads is 'Ads that are invited to a campaign or in it, with their prices as they were last read; deleted with the campaign.';
alter table campaign_ads enable row level security;
alter table campaign_ads force row level security;

create table campaigns (
  id bigint not null generated always as identity,
  business_id bigint not null,
  account_id bigint not null,
  remote_id text not null,
  remote_type text not null default ''::text,
  kind text not null,
  name text not null default ''::text,
  state text not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  deadline_at timestamp with time zone,
  seller_sets_price boolean not null,
  can_join boolean not null,
  can_leave boolean not null,
  opens_to_all boolean not null default false,
  read_at timestamp with time zone not null,
  ads_read_at timestamp with time zone,
  ads_failed boolean not null default false,
  constraint campaigns_pkey PRIMARY KEY (business_id, id),
  constraint campaigns_business_id_account_id_remote_type_remote_id_key UNIQUE (business_id, account_id, remote_type, remote_id),
  constraint campaigns_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint campaigns_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint campaigns_kind_check CHECK ((kind = ANY (ARRAY['deal'::text, 'cofunded'::text, 'price_matching'::text, 'pre_negotiated'::text, 'clearance'::text, 'day_deal'::text, 'lightning'::text, 'volume'::text, 'coupon'::text, 'payment'::text, 'own'::text, 'other'::text]))),
  constraint campaigns_state_check CHECK ((state = ANY (ARRAY['coming'::text, 'running'::text, 'ended'::text])))
);
comment on table campaigns is 'Campaigns of marketplaces and discounts of sellers, as an account last listed them. Retention: a campaign is deleted with its ads 90 days after it ended.';
alter table campaigns enable row level security;
alter table campaigns force row level security;

create table carriers (
  business_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  service text not null default ''::text,
  tracking_link text not null default ''::text,
  code_format text not null default ''::text,
  cutoffs text[] not null default array_fill(''::text, ARRAY[7]),
  version integer not null default 1,
  constraint carriers_pkey PRIMARY KEY (business_id, id),
  constraint carriers_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint carriers_cutoffs_check CHECK ((cardinality(cutoffs) = 7)),
  constraint carriers_name_check CHECK ((name <> ''::text))
);
comment on table carriers is 'Carriers that a business has parcels taken by, besides those of the marketplaces. Retention: until they are removed.';
alter table carriers enable row level security;
alter table carriers force row level security;

create table cart_uses (
  business_id bigint not null,
  list_id bigint not null,
  cart_id bigint not null,
  freed_at timestamp with time zone,
  constraint cart_uses_pkey PRIMARY KEY (business_id, list_id),
  constraint cart_uses_business_id_cart_id_fkey FOREIGN KEY (business_id, cart_id) REFERENCES carts(business_id, id),
  constraint cart_uses_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint cart_uses_business_id_list_id_fkey FOREIGN KEY (business_id, list_id) REFERENCES picking_lists(business_id, id)
);
comment on table cart_uses is 'Carts that picking lists use, each at most one at a time. A cart is free again when the sales of the list are packed or have left it.';
alter table cart_uses enable row level security;
alter table cart_uses force row level security;

create table carts (
  id bigint not null generated always as identity,
  business_id bigint not null,
  warehouse_id bigint not null,
  number integer not null,
  name text not null,
  places integer not null,
  removed_at timestamp with time zone,
  version integer not null default 1,
  constraint carts_pkey PRIMARY KEY (business_id, id),
  constraint carts_business_id_warehouse_id_number_key UNIQUE (business_id, warehouse_id, number),
  constraint carts_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint carts_business_id_warehouse_id_fkey FOREIGN KEY (business_id, warehouse_id) REFERENCES warehouses(business_id, id),
  constraint carts_number_check CHECK ((number > 0)),
  constraint carts_places_check CHECK (((places >= 1) AND (places <= 100)))
);
comment on table carts is 'Carts on which units are picked, with numbered places for one sale each.';
alter table carts enable row level security;
alter table carts force row level security;

create table categories (
  id bigint not null generated always as identity,
  business_id bigint not null,
  parent_id bigint,
  description text not null,
  version integer not null default 1,
  updated_at timestamp with time zone not null default app_now(),
  constraint categories_pkey PRIMARY KEY (id),
  constraint categories_business_id_id_key UNIQUE (business_id, id),
  constraint categories_business_id_father_id_fkey FOREIGN KEY (business_id, parent_id) REFERENCES categories(business_id, id),
  constraint categories_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint categories_check CHECK ((parent_id <> id))
);
comment on table categories is 'The category tree of a business.';
alter table categories enable row level security;
alter table categories force row level security;

create table chat_files (
  id bigint not null generated always as identity,
  business_id bigint not null,
  message_id bigint not null,
  remote_id text,
  file_id bigint,
  name text not null,
  content_type text not null,
  bytes bigint,
  constraint chat_files_pkey PRIMARY KEY (business_id, id),
  constraint chat_files_message_id_remote_id_key UNIQUE (message_id, remote_id),
  constraint chat_files_business_id_file_id_fkey FOREIGN KEY (business_id, file_id) REFERENCES files(business_id, id),
  constraint chat_files_business_id_message_id_fkey FOREIGN KEY (business_id, message_id) REFERENCES chat_messages(business_id, id) ON DELETE CASCADE,
  constraint chat_files_check CHECK ((num_nonnulls(remote_id, file_id) = 1))
);
comment on table chat_files is 'Files sent with a message. A file of a buyer stays at the marketplace and is opened there; ours is stored.';
alter table chat_files enable row level security;
alter table chat_files force row level security;

create table chat_images (
  id bigint not null generated always as identity,
  business_id bigint not null,
  message_id bigint not null,
  image_id bigint not null,
  constraint chat_images_pkey PRIMARY KEY (business_id, id),
  constraint chat_images_message_id_image_id_key UNIQUE (message_id, image_id),
  constraint chat_images_business_id_image_id_fkey FOREIGN KEY (business_id, image_id) REFERENCES images(business_id, id),
  constraint chat_images_business_id_message_id_fkey FOREIGN KEY (business_id, message_id) REFERENCES chat_messages(business_id, id) ON DELETE CASCADE
);
comment on table chat_images is 'Images that we sent with a message.';
alter table chat_images enable row level security;
alter table chat_images force row level security;

create table chat_messages (
  id bigint not null generated always as identity,
  business_id bigint not null,
  chat_id bigint not null,
  remote_id text,
  author text not null,
  act text,
  choice text,
  amount_centavos bigint,
  opening text,
  text text not null,
  at timestamp with time zone not null,
  withheld boolean not null default false,
  send_state text,
  send_reason text,
  send_detail text not null default ''::text,
  tried_at timestamp with time zone,
  written_by bigint,
  client_id text,
  details jsonb not null default '{}'::jsonb,
  constraint chat_messages_pkey PRIMARY KEY (id),
  constraint chat_messages_business_id_client_id_key UNIQUE (business_id, client_id),
  constraint chat_messages_business_id_id_key UNIQUE (business_id, id),
  constraint chat_messages_business_id_chat_id_fkey FOREIGN KEY (business_id, chat_id) REFERENCES chats(business_id, id) ON DELETE CASCADE,
  constraint chat_messages_author_check CHECK ((author = ANY (ARRAY['buyer'::text, 'seller'::text, 'marketplace'::text]))),
  constraint chat_messages_check CHECK (((send_state = 'refused'::text) = (send_reason IS NOT NULL))),
  constraint chat_messages_check1 CHECK (((remote_id IS NOT NULL) OR (send_state IS NOT NULL))),
  constraint chat_messages_send_reason_check CHECK ((send_reason = ANY (ARRAY['marketplace'::text, 'not_open'::text, 'no_answer'::text, 'account_disconnected'::text]))),
  constraint chat_messages_send_state_check CHECK ((send_state = ANY (ARRAY['sending'::text, 'sent'::text, 'refused'::text])))
);
comment on table chat_messages is 'What was said and done in the thread of a sale. A message of ours begins without a remote id and gets it when a reading finds it at the marketplace. Growth: some rows per conversation, kept with the sale.';
alter table chat_messages enable row level security;
alter table chat_messages force row level security;

create table chats (
  id bigint not null generated always as identity,
  business_id bigint not null,
  account_id bigint,
  source text not null,
  remote_id text not null,
  kind text not null,
  question_id bigint,
  order_id bigint,
  about_what text,
  about_id text not null default ''::text,
  status text not null,
  turn text,
  send_state text,
  block_reason text,
  block_detail text not null default ''::text,
  openings jsonb not null default '[]'::jsonb,
  opened_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  due_at timestamp with time zone,
  due_given boolean not null default false,
  excerpt text not null default ''::text,
  words text not null default ''::text,
  read_at timestamp with time zone not null,
  search text not null generated always as (fold(((((excerpt || ' '::text) || words) || ' '::text) || about_id))) stored,
  handled_until timestamp with time zone,
  state text not null generated always as (
CASE
    WHEN (status = 'closed'::text) THEN 'closed'::text
    WHEN (send_state = 'sending'::text) THEN 'open'::text
    WHEN (status = 'blocked'::text) THEN 'blocked'::text
    WHEN (send_state = 'refused'::text) THEN 'waiting_us'::text
    WHEN ((turn = 'us'::text) AND (source = 'messages'::text) AND (handled_until >= last_at)) THEN 'open'::text
    WHEN (turn = 'us'::text) THEN 'waiting_us'::text
    WHEN (turn = 'buyer'::text) THEN 'waiting_buyer'::text
    ELSE 'open'::text
END) stored,
  constraint chats_pkey PRIMARY KEY (id),
  constraint chats_business_id_id_key UNIQUE (business_id, id),
  constraint chats_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint chats_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint chats_business_id_order_id_fkey FOREIGN KEY (business_id, order_id) REFERENCES orders(business_id, id),
  constraint chats_business_id_question_id_fkey FOREIGN KEY (business_id, question_id) REFERENCES questions(business_id, id) ON DELETE CASCADE,
  constraint chats_about_what_check CHECK ((about_what = ANY (ARRAY['order'::text, 'pack'::text, 'parcel'::text, 'item'::text]))),
  constraint chats_block_reason_check CHECK ((block_reason = ANY (ARRAY['time_over'::text, 'by_buyer'::text, 'in_claim'::text, 'not_delivered'::text, 'unpaid'::text, 'canceled'::text, 'refunded'::text, 'needs_opening'::text, 'assistant'::text, 'other'::text]))),
  constraint chats_check CHECK (((source = 'question'::text) = (question_id IS NOT NULL))),
  constraint chats_check1 CHECK (((source <> 'parcel'::text) OR (order_id IS NOT NULL))),
  constraint chats_kind_check CHECK ((kind = ANY (ARRAY['question'::text, 'message'::text, 'claim'::text, 'return'::text, 'exchange'::text, 'cancellation'::text]))),
  constraint chats_send_state_check CHECK ((send_state = ANY (ARRAY['sending'::text, 'refused'::text]))),
  constraint chats_source_check CHECK ((source = ANY (ARRAY['question'::text, 'messages'::text, 'claim'::text, 'parcel'::text]))),
  constraint chats_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text, 'blocked'::text]))),
  constraint chats_turn_check CHECK ((turn = ANY (ARRAY['us'::text, 'buyer'::text, 'marketplace'::text])))
);
comment on table chats is 'Threads of every kind as one inbox lists them. Threads of a sale are written by their rules; a question keeps its own row, and its row here follows it by trigger.';
alter table chats enable row level security;
alter table chats force row level security;

create table claim_sales (
  business_id bigint not null,
  chat_id bigint not null,
  order_id bigint not null,
  received_at timestamp with time zone,
  constraint claim_sales_pkey PRIMARY KEY (business_id, chat_id, order_id),
  constraint claim_sales_business_id_chat_id_fkey FOREIGN KEY (business_id, chat_id) REFERENCES chats(business_id, id) ON DELETE CASCADE,
  constraint claim_sales_business_id_order_id_fkey FOREIGN KEY (business_id, order_id) REFERENCES orders(business_id, id)
);
comment on table claim_sales is 'The sales that a claim is about. `received`: what the claim sends back of the sale was in a return that is closed.';
alter table claim_sales enable row level security;
alter table claim_sales force row level security;

create table claims (
  chat_id bigint not null,
  business_id bigint not null,
  mediated boolean not null,
  reason text not null,
  detail text not null,
  outcome text not null,
  actions jsonb not null,
  affects_reputation boolean,
  spare_until timestamp with time zone,
  remote_updated_at timestamp with time zone not null,
  return_id text,
  return_step text,
  return_status text not null default ''::text,
  return_tracking text not null default ''::text,
  return_to_seller boolean not null default false,
  units jsonb,
  constraint claims_pkey PRIMARY KEY (business_id, chat_id),
  constraint claims_business_id_chat_id_fkey FOREIGN KEY (business_id, chat_id) REFERENCES chats(business_id, id) ON DELETE CASCADE,
  constraint claims_check CHECK (((return_id IS NULL) = (return_step IS NULL))),
  constraint claims_return_step_check CHECK ((return_step = ANY (ARRAY['agreed'::text, 'on_the_way'::text, 'delivered'::text, 'ended'::text, 'failed'::text])))
);
comment on table claims is 'A claim of a buyer, with the parcel that it sends back.';
alter table claims enable row level security;
alter table claims force row level security;

create table content_declarations (
  id bigint not null generated always as identity,
  seller_id bigint not null,
  fulfiller_id bigint not null,
  order_id bigint not null,
  number integer not null,
  paper jsonb not null,
  dce_key text,
  issued_at timestamp with time zone not null,
  canceled_at timestamp with time zone,
  cancel_reason text,
  constraint content_declarations_pkey PRIMARY KEY (id),
  constraint content_declarations_seller_id_number_key UNIQUE (seller_id, number),
  constraint content_declarations_seller_id_order_id_fkey FOREIGN KEY (seller_id, order_id) REFERENCES orders(business_id, id),
  constraint content_declarations_dce_key_check CHECK ((dce_key ~ '^\d{44}$'::text))
);
comment on table content_declarations is 'Content declarations for parcels without NF-e: numbered by seller, canceled, never deleted.';
alter table content_declarations enable row level security;
alter table content_declarations force row level security;

create table content_edits (
  id bigint not null generated always as identity,
  business_id bigint not null,
  run_id bigint not null,
  advertisement_id bigint not null,
  publication_id bigint,
  before jsonb not null,
  after jsonb not null,
  constraint content_edits_pkey PRIMARY KEY (business_id, id),
  constraint content_edits_business_id_run_id_advertisement_id_publicati_key UNIQUE NULLS NOT DISTINCT (business_id, run_id, advertisement_id, publication_id),
  constraint content_edits_business_id_advertisement_id_fkey FOREIGN KEY (business_id, advertisement_id) REFERENCES advertisements(business_id, id) ON DELETE CASCADE,
  constraint content_edits_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint content_edits_business_id_publication_id_fkey FOREIGN KEY (business_id, publication_id) REFERENCES publications(business_id, id) ON DELETE CASCADE,
  constraint content_edits_business_id_run_id_fkey FOREIGN KEY (business_id, run_id) REFERENCES bulk_runs(business_id, id) ON DELETE CASCADE
);
comment on table content_edits is 'Content of ads before and after a bulk change, written with the change itself: a step that runs twice changes nothing twice, and the run can be undone. Retention: an edit is deleted with its run.';
alter table content_edits enable row level security;
alter table content_edits force row level security;

create table dropinvoice_dispute_photos (
  id bigint not null generated always as identity,
  seller_id bigint not null,
  supplier_id bigint not null,
  dispute_id bigint not null,
  file_id bigint not null,
  constraint dropinvoice_dispute_photos_pkey PRIMARY KEY (id),
  constraint dropinvoice_dispute_photos_seller_id_supplier_id_dispute_i_fkey FOREIGN KEY (seller_id, supplier_id, dispute_id) REFERENCES dropinvoice_disputes(seller_id, supplier_id, id)
);
comment on table dropinvoice_dispute_photos is 'Photos of a dispute.';
alter table dropinvoice_dispute_photos enable row level security;
alter table dropinvoice_dispute_photos force row level security;

create table dropinvoice_disputes (
  id bigint not null generated always as identity,
  seller_id bigint not null,
  supplier_id bigint not null,
  dropinvoice_id bigint not null,
  item_id bigint not null,
  state text not null default 'open'::text,
  quantity integer not null,
  reason text not null,
  refusal text not null default ''::text,
  opened_at timestamp with time zone not null,
  refused_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint dropinvoice_disputes_pkey PRIMARY KEY (id),
  constraint dropinvoice_disputes_item_id_key UNIQUE (item_id),
  constraint dropinvoice_disputes_seller_id_supplier_id_id_key UNIQUE (seller_id, supplier_id, id),
  constraint dropinvoice_disputes_item_id_fkey FOREIGN KEY (item_id) REFERENCES dropinvoice_items(id),
  constraint dropinvoice_disputes_seller_id_supplier_id_dropinvoice_id_fkey FOREIGN KEY (seller_id, supplier_id, dropinvoice_id) REFERENCES dropinvoices(seller_id, supplier_id, id),
  constraint dropinvoice_disputes_check CHECK (((ended_at IS NULL) = (state = 'open'::text))),
  constraint dropinvoice_disputes_quantity_check CHECK ((quantity >= 0)),
  constraint dropinvoice_disputes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'refused'::text, 'accepted'::text, 'withdrawn'::text, 'void'::text])))
);
comment on table dropinvoice_disputes is 'Lines of closed invoices that the seller does not accept, and what both sides agreed on.';
alter table dropinvoice_disputes enable row level security;
alter table dropinvoice_disputes force row level security;

create table dropinvoice_items (
  id bigint not null generated always as identity,
  seller_id bigint not null,
  supplier_id bigint not null,
  dropinvoice_id bigint not null,
  order_id bigint,
  part_id bigint,
  kind text not null,
  attempt integer not null default 0,
  advertisement text not null default ''::text,
  product text not null default ''::text,
  quantity integer not null,
  unit_price_centavos bigint not null,
  total_centavos bigint not null,
  at timestamp with time zone not null,
  dispute_id bigint,
  reason text not null default ''::text,
  return_number smallint not null default 0,
  constraint dropinvoice_items_pkey PRIMARY KEY (id),
  constraint dropinvoice_items_part_key UNIQUE (part_id, kind, attempt, return_number),
  constraint dropinvoice_items_seller_id_order_id_fkey FOREIGN KEY (seller_id, order_id) REFERENCES orders(business_id, id),
  constraint dropinvoice_items_seller_id_part_id_fkey FOREIGN KEY (seller_id, part_id) REFERENCES order_parts(business_id, id),
  constraint dropinvoice_items_seller_id_supplier_id_dispute_id_fkey FOREIGN KEY (seller_id, supplier_id, dispute_id) REFERENCES dropinvoice_disputes(seller_id, supplier_id, id),
  constraint dropinvoice_items_seller_id_supplier_id_dropinvoice_id_fkey FOREIGN KEY (seller_id, supplier_id, dropinvoice_id) REFERENCES dropinvoices(seller_id, supplier_id, id),
  constraint dropinvoice_items_check CHECK ((total_centavos = (unit_price_centavos * quantity))),
  constraint dropinvoice_items_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'reversal'::text, 'credit'::text, 'carry'::text, 'dispute'::text, 'hand_credit'::text, 'difference'::text])))
);
comment on table dropinvoice_items is 'Lines of drop invoices. Rows are only added, and their sum is the total of the invoice.';
alter table dropinvoice_items enable row level security;
alter table dropinvoice_items force row level security;

create table dropinvoice_proofs (
  id bigint not null generated always as identity,
  seller_id bigint not null,
  supplier_id bigint not null,
  dropinvoice_id bigint not null,
  file_id bigint not null,
  paid_centavos bigint not null,
  paid_on date not null,
  note text not null default ''::text,
  user_id bigint not null,
  at timestamp with time zone not null,
  rejected_at timestamp with time zone,
  rejected_reason text,
  constraint dropinvoice_proofs_pkey PRIMARY KEY (id),
  constraint dropinvoice_proofs_seller_id_supplier_id_id_key UNIQUE (seller_id, supplier_id, id),
  constraint dropinvoice_proofs_seller_id_supplier_id_dropinvoice_id_fkey FOREIGN KEY (seller_id, supplier_id, dropinvoice_id) REFERENCES dropinvoices(seller_id, supplier_id, id),
  constraint dropinvoice_proofs_paid_centavos_check CHECK ((paid_centavos > 0))
);
comment on table dropinvoice_proofs is 'Proofs of payment that the seller attached to an invoice.';
alter table dropinvoice_proofs enable row level security;
alter table dropinvoice_proofs force row level security;

create table dropinvoice_settlements (
  id bigint not null generated always as identity,
  seller_id bigint not null,
  supplier_id bigint not null,
  dropinvoice_id bigint not null,
  kind text not null,
  amount_centavos bigint not null,
  source text,
  paid_on date,
  bank_reference text not null default ''::text,
  proof_id bigint,
  reason text not null default ''::text,
  user_id bigint,
  at timestamp with time zone not null,
  bank_row_id bigint,
  constraint dropinvoice_settlements_pkey PRIMARY KEY (id),
  constraint dropinvoice_settlements_seller_id_supplier_id_dropinvoice__fkey FOREIGN KEY (seller_id, supplier_id, dropinvoice_id) REFERENCES dropinvoices(seller_id, supplier_id, id),
  constraint dropinvoice_settlements_seller_id_supplier_id_proof_id_fkey FOREIGN KEY (seller_id, supplier_id, proof_id) REFERENCES dropinvoice_proofs(seller_id, supplier_id, id),
  constraint dropinvoice_settlements_supplier_id_bank_row_id_fkey FOREIGN KEY (supplier_id, bank_row_id) REFERENCES bank_rows(business_id, id),
  constraint dropinvoice_settlements_amount_centavos_check CHECK ((amount_centavos <> 0)),
  constraint dropinvoice_settlements_check CHECK (((kind <> ALL (ARRAY['payment'::text, 'write_off'::text])) OR (amount_centavos > 0))),
  constraint dropinvoice_settlements_check1 CHECK (((kind <> 'payment'::text) OR ((source IS NOT NULL) AND (paid_on IS NOT NULL)))),
  constraint dropinvoice_settlements_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'write_off'::text, 'carry'::text, 'difference'::text, 'dispute'::text]))),
  constraint dropinvoice_settlements_source_check CHECK ((source = ANY (ARRAY['proof'::text, 'by_hand'::text, 'bank_row'::text])))
);
comment on table dropinvoice_settlements is 'What was paid, written off or set against an invoice. Rows are only added: an invoice may be settled in several parts.';
alter table dropinvoice_settlements enable row level security;
alter table dropinvoice_settlements force row level security;

create table dropinvoices (
  id bigint not null generated always as identity,
  seller_id bigint not null,
  supplier_id bigint not null,
  day date not null,
  number bigint not null default nextval('dropinvoice_numbers'::regclass),
  state text not null default 'pending'::text,
  total_centavos bigint not null default 0,
  product_quantity integer not null default 0,
  closed_at timestamp with time zone,
  due_on date,
  bank jsonb,
  pix_code text,
  paid_centavos bigint,
  paid_on date,
  note text not null default ''::text,
  proof_file_id bigint,
  document_file_id bigint,
  rejected_reason text,
  completed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  settled_centavos bigint not null default 0,
  disputed_centavos bigint not null default 0,
  refused_due_on date,
  payable_centavos bigint not null generated always as (GREATEST(((total_centavos - settled_centavos) - disputed_centavos), (0)::bigint)) stored,
  constraint dropinvoices_pkey PRIMARY KEY (id),
  constraint dropinvoices_number_key UNIQUE (number),
  constraint dropinvoices_seller_id_supplier_id_day_key UNIQUE (seller_id, supplier_id, day),
  constraint dropinvoices_seller_id_supplier_id_id_key UNIQUE (seller_id, supplier_id, id),
  constraint dropinvoices_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses(id),
  constraint dropinvoices_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES businesses(id),
  constraint dropinvoices_check CHECK ((seller_id <> supplier_id)),
  constraint dropinvoices_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'waiting_approval'::text, 'complete'::text])))
);
comment on table dropinvoices is 'Drop invoices: what a seller owes a supplier for the sales of one day.';
alter table dropinvoices enable row level security;
alter table dropinvoices force row level security;

create table dropship_items (
  id bigint not null generated always as identity,
  business_id bigint not null,
  product_id bigint not null,
  variation_id bigint not null,
  warehouse_id bigint not null,
  stock_id bigint not null,
  quantity_cap integer not null,
  price_centavos bigint not null,
  active boolean not null default true,
  linked_only boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  from_supplier boolean not null default false,
  example text not null default ''::text,
  constraint dropship_items_pkey PRIMARY KEY (id),
  constraint dropship_items_business_id_id_key UNIQUE (business_id, id),
  constraint dropship_items_variation_id_warehouse_id_key UNIQUE (variation_id, warehouse_id),
  constraint dropship_items_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint dropship_items_business_id_product_id_fkey FOREIGN KEY (business_id, product_id) REFERENCES products(business_id, id),
  constraint dropship_items_business_id_stock_id_variation_id_warehouse_fkey FOREIGN KEY (business_id, stock_id, variation_id, warehouse_id) REFERENCES stock(business_id, id, variation_id, warehouse_id),
  constraint dropship_items_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES product_variations(business_id, id),
  constraint dropship_items_business_id_warehouse_id_fkey FOREIGN KEY (business_id, warehouse_id) REFERENCES warehouses(business_id, id),
  constraint dropship_items_price_centavos_check CHECK ((price_centavos > 0)),
  constraint dropship_items_quantity_cap_check CHECK ((quantity_cap >= 0))
);
comment on table dropship_items is 'Offers: what may be sold straight from a shelf, and at which price. A seller that ships its own goods has offers that nobody else sees.';
alter table dropship_items enable row level security;
alter table dropship_items force row level security;

create table example_records (
  business_id bigint not null,
  kind text not null,
  record_id bigint not null,
  version integer,
  constraint example_records_pkey PRIMARY KEY (business_id, kind, record_id),
  constraint example_records_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint example_records_kind_check CHECK ((kind = ANY (ARRAY['product'::text, 'advertisement'::text, 'offer'::text, 'image'::text, 'tag'::text, 'view'::text, 'template'::text, 'warehouse'::text]))),
  constraint example_records_version_check CHECK ((version > 0))
);
comment on table example_records is 'Records that a new business got as examples, to be marked and to be removed together. Retention: about twenty rows of a business, deleted when the examples are removed or kept.';
alter table example_records enable row level security;
alter table example_records force row level security;

create table file_removals (
  id bigint not null generated always as identity,
  business_id bigint not null,
  sha256 text not null,
  due_at timestamp with time zone not null,
  claimed boolean not null default false,
  constraint file_removals_pkey PRIMARY KEY (business_id, id),
  constraint file_removals_business_id_sha256_key UNIQUE (business_id, sha256),
  constraint file_removals_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
comment on table file_removals is 'Bytes that no row may need: noted before they are stored and when their last row is deleted. A job removes what is due and still unused; while the job has claimed them the same bytes are not stored again.';
alter table file_removals enable row level security;
alter table file_removals force row level security;

create table files (
  id bigint not null generated always as identity,
  business_id bigint not null,
  sha256 text not null,
  bytes bigint not null,
  content_type text not null,
  name text not null,
  created_at timestamp with time zone not null,
  sealed boolean not null default false,
  created_by bigint default app_user_or_null(),
  constraint files_pkey PRIMARY KEY (id),
  constraint files_business_id_id_key UNIQUE (business_id, id),
  constraint files_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint files_bytes_check CHECK ((bytes >= 0))
);
comment on table files is 'Stored files by the hash of their bytes, which are in the file store.';
alter table files enable row level security;
alter table files force row level security;

create table fulfillment_stocks (
  id bigint not null generated always as identity,
  business_id bigint not null,
  account_id bigint not null,
  remote_id text not null,
  name text not null,
  sellable integer not null,
  unsellable integer,
  in_transfer integer,
  read_at timestamp with time zone not null,
  constraint fulfillment_stocks_pkey PRIMARY KEY (business_id, id),
  constraint fulfillment_stocks_business_id_account_id_remote_id_key UNIQUE (business_id, account_id, remote_id),
  constraint fulfillment_stocks_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint fulfillment_stocks_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint fulfillment_stocks_in_transfer_check CHECK ((in_transfer >= 0)),
  constraint fulfillment_stocks_sellable_check CHECK ((sellable >= 0)),
  constraint fulfillment_stocks_unsellable_check CHECK ((unsellable >= 0))
);
comment on table fulfillment_stocks is 'Units of a seller in the warehouses of a marketplace, as they were last read. Deleted when no ad sells from them.';
alter table fulfillment_stocks enable row level security;
alter table fulfillment_stocks force row level security;

create table idempotency_keys (
  id bigint not null generated always as identity,
  business_id bigint not null default COALESCE(app_business_or_null(), (0)::bigint),
  user_id bigint not null default COALESCE(app_user_or_null(), (0)::bigint),
  endpoint text not null,
  key text not null,
  body_hash bytea not null,
  status integer,
  response jsonb,
  created_at timestamp with time zone not null,
  holder text,
  constraint idempotency_keys_pkey PRIMARY KEY (business_id, id),
  constraint idempotency_keys_business_id_user_id_endpoint_key_key UNIQUE (business_id, user_id, endpoint, key),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 130)))
);
comment on table idempotency_keys is 'One row per request with an Idempotency-Key header: the first request claims the key, and a repetition gets its stored answer. Retention: rows are deleted after 7 days by the task jobs.forget-passed.';
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;

create table images (
  id bigint not null generated always as identity,
  business_id bigint not null,
  name text not null,
  file_id bigint not null,
  thumbnail_file_id bigint not null,
  width integer not null,
  height integer not null,
  bytes bigint not null,
  created_at timestamp with time zone not null,
  created_by bigint default app_user_or_null(),
  constraint images_pkey PRIMARY KEY (id),
  constraint images_business_id_id_key UNIQUE (business_id, id),
  constraint images_business_id_file_id_fkey FOREIGN KEY (business_id, file_id) REFERENCES files(business_id, id),
  constraint images_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint images_business_id_thumbnail_file_id_fkey FOREIGN KEY (business_id, thumbnail_file_id) REFERENCES files(business_id, id)
);
comment on table images is 'Pictures of the business: a file and its thumbnail.';
alter table images enable row level security;
alter table images force row level security;

create table import_rows (
  id bigint not null generated always as identity,
  business_id bigint not null,
  import_id bigint not null,
  line integer not null,
  record integer not null,
  key text,
  cells jsonb not null,
  fate text,
  changes jsonb not null default '{}'::jsonb,
  errors jsonb not null default '{}'::jsonb,
  seen jsonb,
  moved boolean not null default false,
  details jsonb not null default '{}'::jsonb,
  constraint import_rows_pkey PRIMARY KEY (business_id, id),
  constraint import_rows_import_id_line_key UNIQUE (import_id, line),
  constraint import_rows_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint import_rows_business_id_import_id_fkey FOREIGN KEY (business_id, import_id) REFERENCES imports(business_id, id) ON DELETE CASCADE,
  constraint import_rows_fate_check CHECK ((fate = ANY (ARRAY['new'::text, 'changed'::text, 'unchanged'::text, 'wrong'::text])))
);
comment on table import_rows is 'The rows of an import with what its check found. They are deleted with their import.';
alter table import_rows enable row level security;
alter table import_rows force row level security;

create table imports (
  id bigint not null generated always as identity,
  business_id bigint not null,
  user_id bigint not null,
  api_key_id bigint,
  kind text not null,
  state text not null default 'matching'::text,
  file_id bigint,
  file_name text not null,
  sha256 text not null,
  format jsonb not null,
  decimal_sign text,
  title_row integer not null,
  titles text[] not null,
  sample jsonb not null,
  columns jsonb not null,
  run integer not null default 0,
  total integer not null default 0,
  finished integer not null default 0,
  fates jsonb not null default '{}'::jsonb,
  fault text,
  created_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  hidden_rows integer not null default 0,
  skips_hidden boolean not null default false,
  instruction_rows integer not null default 0,
  system text,
  move_id bigint,
  hidden_columns text[] not null default '{}'::text[],
  creates_categories boolean not null default false,
  new_categories text[] not null default '{}'::text[],
  kit_rows integer not null default 0,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_business_id_id_key UNIQUE (business_id, id),
  constraint imports_business_id_api_key_id_fkey FOREIGN KEY (business_id, api_key_id) REFERENCES api_keys(business_id, id),
  constraint imports_business_id_file_id_fkey FOREIGN KEY (business_id, file_id) REFERENCES files(business_id, id),
  constraint imports_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint imports_business_id_move_id_fkey FOREIGN KEY (business_id, move_id) REFERENCES imports(business_id, id),
  constraint imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint imports_decimal_sign_check CHECK ((decimal_sign = ANY (ARRAY[','::text, '.'::text]))),
  constraint imports_hidden_rows_check CHECK ((hidden_rows >= 0)),
  constraint imports_instruction_rows_check CHECK ((instruction_rows >= 0)),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['products'::text, 'offers'::text, 'prices'::text, 'volumes'::text, 'stock'::text, 'vendors'::text, 'kits'::text, 'ads'::text]))),
  constraint imports_kit_rows_check CHECK ((kit_rows >= 0)),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['matching'::text, 'checking'::text, 'checked'::text, 'applying'::text, 'applied'::text, 'stopped'::text, 'canceled'::text])))
);
comment on table imports is 'A spreadsheet that becomes records: checked row by row, then applied in one transaction.';
alter table imports enable row level security;
alter table imports force row level security;

create table inventory_locations (
  id bigint not null generated always as identity,
  business_id bigint not null,
  warehouse_id bigint not null,
  parent_id bigint,
  prefix text not null,
  index integer not null,
  code text not null,
  turnover boolean not null default false,
  version integer not null default 1,
  bench boolean not null default false,
  place integer,
  walk integer,
  updated_at timestamp with time zone not null default app_now(),
  constraint inventory_locations_pkey PRIMARY KEY (id),
  constraint inventory_locations_business_id_id_key UNIQUE (business_id, id),
  constraint inventory_locations_business_id_warehouse_id_code_key UNIQUE (business_id, warehouse_id, code),
  constraint inventory_locations_business_id_warehouse_id_id_key UNIQUE (business_id, warehouse_id, id),
  constraint inventory_locations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint inventory_locations_business_id_warehouse_id_fkey FOREIGN KEY (business_id, warehouse_id) REFERENCES warehouses(business_id, id),
  constraint inventory_locations_business_id_warehouse_id_parent_id_fkey FOREIGN KEY (business_id, warehouse_id, parent_id) REFERENCES inventory_locations(business_id, warehouse_id, id),
  constraint inventory_locations_check CHECK ((parent_id <> id)),
  constraint inventory_locations_index_check CHECK ((index >= 0)),
  constraint inventory_locations_place_check CHECK ((place > 0))
);
comment on table inventory_locations is 'Positions of a warehouse, as a tree. The packing bench is a position too.';
alter table inventory_locations enable row level security;
alter table inventory_locations force row level security;

create table known_devices (
  user_id bigint not null,
  device_hash bytea not null,
  last_used_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, device_hash),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table known_devices is 'Browsers in which a person has signed in, by the hash of their cookie.';
alter table known_devices enable row level security;
alter table known_devices force row level security;

create table ledger_entries (
  id bigint not null generated always as identity,
  business_id bigint not null,
  stock_id bigint not null,
  kind text not null,
  source text not null,
  source_id text not null,
  on_hand integer not null default 0,
  reserved integer not null default 0,
  soft integer not null default 0,
  hold integer not null default 0,
  inbound integer not null default 0,
  packed integer not null default 0,
  volume_id bigint,
  position_id bigint,
  reason text,
  user_id bigint,
  at timestamp with time zone not null,
  part_id bigint,
  attempt integer,
  station_id bigint default app_station_or_null(),
  batch_id bigint,
  constraint ledger_entries_pkey PRIMARY KEY (business_id, id),
  constraint ledger_entries_business_id_source_source_id_kind_key UNIQUE (business_id, source, source_id, kind),
  constraint ledger_entries_batch FOREIGN KEY (business_id, batch_id) REFERENCES batches(business_id, id),
  constraint ledger_entries_business_id_station_id_fkey FOREIGN KEY (business_id, station_id) REFERENCES stations(business_id, id),
  constraint ledger_entries_business_id_stock_id_fkey FOREIGN KEY (business_id, stock_id) REFERENCES stock(business_id, id),
  constraint ledger_entries_business_id_volume_id_fkey FOREIGN KEY (business_id, volume_id) REFERENCES volumes(business_id, id),
  constraint ledger_entries_part_id_fkey FOREIGN KEY (part_id) REFERENCES order_parts(id),
  constraint ledger_entries_check CHECK (((on_hand = 0) OR (volume_id IS NOT NULL))),
  constraint ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'reserve'::text, 'release'::text, 'sale_out'::text, 'sale_out_reversal'::text, 'dispatch'::text, 'cancel_return'::text, 'adjustment'::text, 'move'::text, 'transfer'::text, 'unlaunch'::text, 'hold'::text, 'expected'::text, 'vendor_return'::text])))
);
comment on table ledger_entries is 'The stock ledger: each movement of a stock level, with its reason and source. Rows are only added, by post_entries, and their sums are the stock levels. Growth: some rows per part of a sale, kept for good, because their sums are the stock.';
alter table ledger_entries enable row level security;
alter table ledger_entries force row level security;

create table mail_tokens (
  id bigint not null generated always as identity,
  user_id bigint not null,
  purpose text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint mail_tokens_pkey PRIMARY KEY (id),
  constraint mail_tokens_token_hash_key UNIQUE (token_hash),
  constraint mail_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mail_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['activation'::text, 'reset'::text])))
);
comment on table mail_tokens is 'Links that were sent by mail: activation, a new password, a new address. Retention: rows are deleted after 30 days by the task jobs.forget-passed.';
alter table mail_tokens enable row level security;
alter table mail_tokens force row level security;

create table manifest_sales (
  id bigint not null generated always as identity,
  business_id bigint not null,
  manifest_id bigint not null,
  order_id bigint not null,
  at timestamp with time zone not null,
  constraint manifest_sales_pkey PRIMARY KEY (business_id, id),
  constraint manifest_sales_order_id_key UNIQUE (order_id),
  constraint manifest_sales_business_id_manifest_id_fkey FOREIGN KEY (business_id, manifest_id) REFERENCES manifests(business_id, id),
  constraint manifest_sales_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
comment on table manifest_sales is 'The parcels of a manifest.';
alter table manifest_sales enable row level security;
alter table manifest_sales force row level security;

create table manifests (
  id bigint not null generated always as identity,
  business_id bigint not null,
  number integer,
  warehouse_id bigint not null,
  marketplace text not null,
  logistic_type text not null,
  opened_by bigint not null,
  opened_at timestamp with time zone not null,
  closed_by bigint,
  closed_at timestamp with time zone,
  constraint manifests_pkey PRIMARY KEY (id),
  constraint manifests_business_id_id_key UNIQUE (business_id, id),
  constraint manifests_business_id_number_key UNIQUE (business_id, number),
  constraint manifests_business_id_warehouse_id_fkey FOREIGN KEY (business_id, warehouse_id) REFERENCES warehouses(business_id, id),
  constraint manifests_check CHECK ((((closed_at IS NULL) = (number IS NULL)) AND ((closed_at IS NULL) = (closed_by IS NULL))))
);
comment on table manifests is 'What one carrier takes from one warehouse at one time: open while labels are scanned, closed with a number, then signed.';
alter table manifests enable row level security;
alter table manifests force row level security;

create table margin_changes (
  id bigint not null generated always as identity,
  business_id bigint not null,
  publication_id bigint not null,
  variation_id bigint not null,
  changed_at timestamp with time zone not null,
  cause text not null,
  outcome text not null,
  floor_basis_points integer not null,
  before jsonb not null,
  after jsonb not null,
  undone_at timestamp with time zone,
  constraint margin_changes_pkey PRIMARY KEY (business_id, id),
  constraint margin_changes_business_id_publication_id_fkey FOREIGN KEY (business_id, publication_id) REFERENCES publications(business_id, id) ON DELETE CASCADE,
  constraint margin_changes_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES publication_variations(business_id, id) ON DELETE CASCADE,
  constraint margin_changes_cause_check CHECK ((cause = ANY (ARRAY['cost'::text, 'fee'::text, 'freight'::text, 'tax'::text, 'size'::text, 'floor'::text, 'promotion'::text, 'wholesale'::text]))),
  constraint margin_changes_outcome_check CHECK ((outcome = ANY (ARRAY['repriced'::text, 'held'::text, 'warned'::text, 'released'::text])))
);
comment on table margin_changes is 'What the margin guard changed or reported: price, cost, fee and freight before and after. Growth: one row per change of a price or cost, kept with the publication.';
alter table margin_changes enable row level security;
alter table margin_changes force row level security;

create table marketplace_accounts (
  id bigint not null generated always as identity,
  business_id bigint not null,
  marketplace text not null,
  name text not null,
  remote_user_id text not null,
  nickname text not null default ''::text,
  email text not null default ''::text,
  site_id text not null default 'MLB'::text,
  tags text[] not null default '{}'::text[],
  state text not null default 'connected'::text,
  state_reason text,
  access_token text,
  refresh_token text,
  token_expires_at timestamp with time zone,
  renewing_until timestamp with time zone,
  swept_at timestamp with time zone,
  connected_at timestamp with time zone,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  pre_dispatch_parcels_read_to bigint not null default 0,
  in_transit_parcels_read_to bigint not null default 0,
  renewal_retry_at timestamp with time zone,
  questions_swept_at timestamp with time zone,
  chats_swept_at timestamp with time zone,
  reviews_swept_at timestamp with time zone,
  listings_asked_at timestamp with time zone,
  listings_found_at timestamp with time zone,
  listings_read_at timestamp with time zone,
  listings_failed boolean not null default false,
  floor_basis_points integer,
  floor_action text,
  token_issued_at timestamp with time zone,
  missed_at timestamp with time zone,
  missed integer not null default 0,
  reputation_read_at timestamp with time zone,
  reputation_risk text,
  reputation_failed_at timestamp with time zone,
  reputation_failure text,
  grant_ends_at timestamp with time zone,
  grant_warned_for timestamp with time zone,
  fee_rates jsonb,
  campaigns_asked_at timestamp with time zone,
  campaigns_read_at timestamp with time zone,
  campaigns_failed boolean not null default false,
  fulfillment_days integer not null default 30,
  constraint marketplace_accounts_pkey PRIMARY KEY (id),
  constraint marketplace_accounts_business_id_id_key UNIQUE (business_id, id),
  constraint marketplace_accounts_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint marketplace_accounts_check CHECK (((reputation_failed_at IS NULL) = (reputation_failure IS NULL))),
  constraint marketplace_accounts_floor CHECK (((floor_basis_points IS NULL) = (floor_action IS NULL))),
  constraint marketplace_accounts_floor_action_check CHECK ((floor_action = ANY (ARRAY['reprice'::text, 'hold'::text, 'warn'::text]))),
  constraint marketplace_accounts_fulfillment_days_check CHECK (((fulfillment_days >= 1) AND (fulfillment_days <= 180))),
  constraint marketplace_accounts_marketplace_check CHECK ((marketplace = ANY (ARRAY['mercado-livre'::text, 'nuvemshop'::text, 'shopee'::text]))),
  constraint marketplace_accounts_reputation_failure_check CHECK ((reputation_failure = ANY (ARRAY['no_answer'::text, 'refused'::text]))),
  constraint marketplace_accounts_reputation_risk_check CHECK ((reputation_risk = ANY (ARRAY['good'::text, 'near'::text, 'over'::text]))),
  constraint marketplace_accounts_state_check CHECK ((state = ANY (ARRAY['connected'::text, 'disconnected'::text])))
);
comment on table marketplace_accounts is 'Accounts of sellers at marketplaces: tokens (sealed), their state, and how far each sweep has read.';
alter table marketplace_accounts enable row level security;
alter table marketplace_accounts force row level security;

create table notifications (
  id bigint not null generated always as identity,
  marketplace text not null,
  remote_user_id text not null,
  topic text not null,
  resource text not null,
  body jsonb not null,
  received_at timestamp with time zone not null,
  constraint notifications_pkey PRIMARY KEY (id)
);
comment on table notifications is 'What marketplaces sent, stored before anything of it is believed. It has no tenant, because the account is not known yet. Retention: rows are deleted after 90 days by the task jobs.forget-passed.';

create table order_events (
  id bigint not null generated always as identity,
  business_id bigint not null,
  fulfiller_id bigint,
  order_id bigint not null,
  at timestamp with time zone not null,
  user_id bigint,
  actor text not null,
  kind text not null,
  status_from text,
  status_to text,
  detail jsonb not null default '{}'::jsonb,
  station_id bigint default app_station_or_null(),
  constraint order_events_pkey PRIMARY KEY (business_id, id),
  constraint order_events_business_id_order_id_fkey FOREIGN KEY (business_id, order_id) REFERENCES orders(business_id, id) ON DELETE CASCADE,
  constraint order_events_fulfiller_id_station_id_fkey FOREIGN KEY (fulfiller_id, station_id) REFERENCES stations(business_id, id)
);
comment on table order_events is 'The history of a sale, seen by both of its businesses. Rows are only added, about eight per sale. Retention: the history of a sale that ended is deleted five years after its last change by the task jobs.forget-passed.';
alter table order_events enable row level security;
alter table order_events force row level security;

create table order_lines (
  id bigint not null generated always as identity,
  business_id bigint not null,
  fulfiller_id bigint,
  order_id bigint not null,
  publication_variation_id bigint,
  remote_item_id text,
  remote_variation_id text,
  title text not null,
  sku text not null default ''::text,
  quantity integer not null,
  unit_price_centavos bigint not null,
  sale_fee_centavos bigint default 0,
  advertisement_id bigint,
  remote_line_id text,
  variation text not null default ''::text,
  purchased_at timestamp with time zone not null,
  constraint order_lines_pkey PRIMARY KEY (id),
  constraint order_lines_business_id_id_key UNIQUE (business_id, id),
  constraint order_lines_business_id_advertisement_id_fkey FOREIGN KEY (business_id, advertisement_id) REFERENCES advertisements(business_id, id) ON DELETE SET NULL (advertisement_id),
  constraint order_lines_business_id_order_id_fkey FOREIGN KEY (business_id, order_id) REFERENCES orders(business_id, id) ON DELETE CASCADE,
  constraint order_lines_quantity_check CHECK ((quantity >= 0)),
  constraint order_lines_unit_price_centavos_check CHECK ((unit_price_centavos >= 0))
);
comment on table order_lines is 'What the buyer bought, by line of the marketplace. Growth: kept with the sale.';
alter table order_lines enable row level security;
alter table order_lines force row level security;

create table order_parts (
  id bigint not null generated always as identity,
  business_id bigint not null,
  fulfiller_id bigint not null,
  order_id bigint not null,
  line_id bigint not null,
  dropship_item_id bigint not null,
  product_id bigint not null,
  variation_id bigint not null,
  stock_id bigint not null,
  quantity integer not null,
  beeped integer not null default 0,
  unit_cost_centavos bigint not null,
  product_name text not null,
  sku text not null,
  gtin text not null default ''::text,
  claimed integer,
  returned integer not null default 0,
  constraint order_parts_pkey PRIMARY KEY (id),
  constraint order_parts_business_id_id_key UNIQUE (business_id, id),
  constraint order_parts_business_id_line_id_fkey FOREIGN KEY (business_id, line_id) REFERENCES order_lines(business_id, id) ON DELETE CASCADE,
  constraint order_parts_business_id_order_id_fkey FOREIGN KEY (business_id, order_id) REFERENCES orders(business_id, id) ON DELETE CASCADE,
  constraint order_parts_fulfiller_id_dropship_item_id_fkey FOREIGN KEY (fulfiller_id, dropship_item_id) REFERENCES dropship_items(business_id, id),
  constraint order_parts_fulfiller_id_stock_id_fkey FOREIGN KEY (fulfiller_id, stock_id) REFERENCES stock(business_id, id),
  constraint order_parts_check CHECK (((beeped >= 0) AND (beeped <= quantity))),
  constraint order_parts_claimed_check CHECK (((claimed >= 0) AND (claimed <= quantity))),
  constraint order_parts_quantity_check CHECK ((quantity >= 0)),
  constraint order_parts_returned_check CHECK (((returned >= 0) AND (returned <= quantity))),
  constraint order_parts_unit_cost_centavos_check CHECK ((unit_cost_centavos >= 0))
);
comment on table order_parts is 'What a line takes from the shelf: one row per offer of its composition. Growth: kept with the sale.';
alter table order_parts enable row level security;
alter table order_parts force row level security;

create table order_scans (
  id bigint not null generated always as identity,
  business_id bigint not null,
  order_id bigint not null,
  part_id bigint not null,
  client_id text not null,
  code text not null,
  attempt integer not null,
  user_id bigint not null,
  at timestamp with time zone not null,
  voided_at timestamp with time zone,
  station_id bigint default app_station_or_null(),
  constraint order_scans_pkey PRIMARY KEY (business_id, id),
  constraint order_scans_business_id_client_id_key UNIQUE (business_id, client_id),
  constraint order_scans_business_id_station_id_fkey FOREIGN KEY (business_id, station_id) REFERENCES stations(business_id, id),
  constraint order_scans_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_scans_part_id_fkey FOREIGN KEY (part_id) REFERENCES order_parts(id)
);
comment on table order_scans is 'Scans of packing, one row per unit. They prove what was packed. Retention: deleted a year after the scan by the task jobs.forget-passed.';
alter table order_scans enable row level security;
alter table order_scans force row level security;

create table order_sources (
  id bigint not null generated always as identity,
  business_id bigint not null,
  order_id bigint not null,
  kind text not null,
  body jsonb not null,
  received_at timestamp with time zone not null,
  constraint order_sources_pkey PRIMARY KEY (business_id, id),
  constraint order_sources_order_id_kind_key UNIQUE (order_id, kind),
  constraint order_sources_business_id_order_id_fkey FOREIGN KEY (business_id, order_id) REFERENCES orders(business_id, id) ON DELETE CASCADE,
  constraint order_sources_kind_check CHECK ((kind = ANY (ARRAY['order'::text, 'shipment'::text, 'sla'::text, 'pack'::text, 'billing'::text])))
);
comment on table order_sources is 'The last document of the marketplace about a sale, sealed, for reading it again by a later release, and the billing data of its buyer in our terms. Retention: deleted a year after it was received by the task jobs.forget-passed.';
alter table order_sources enable row level security;
alter table order_sources force row level security;

create table order_tag_links (
  business_id bigint not null,
  order_id bigint not null,
  tag_id bigint not null,
  constraint order_tag_links_pkey PRIMARY KEY (business_id, order_id, tag_id),
  constraint order_tag_links_business_id_order_id_fkey FOREIGN KEY (business_id, order_id) REFERENCES orders(business_id, id) ON DELETE CASCADE,
  constraint order_tag_links_business_id_tag_id_fkey FOREIGN KEY (business_id, tag_id) REFERENCES order_tags(business_id, id) ON DELETE CASCADE
);
comment on table order_tag_links is 'Which sale has which tag. Kept with its sale.';
alter table order_tag_links enable row level security;
alter table order_tag_links force row level security;

create table order_tags (
  id bigint not null generated always as identity,
  business_id bigint not null,
  name text not null,
  colour text not null,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  constraint order_tags_pkey PRIMARY KEY (business_id, id),
  constraint order_tags_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint order_tags_colour_check CHECK ((colour = ANY (ARRAY['gray'::text, 'red'::text, 'amber'::text, 'lime'::text, 'green'::text, 'petrol'::text, 'blue'::text, 'violet'::text, 'grape'::text, 'pink'::text])))
);
comment on table order_tags is 'Free labels of sales, which only their seller sees. The colors are those that the screens have a hue for.';
alter table order_tags enable row level security;
alter table order_tags force row level security;

create table orders (
  id bigint not null generated always as identity,
  business_id bigint not null,
  fulfiller_id bigint,
  warehouse_id bigint,
  account_id bigint,
  marketplace text,
  remote_order_id text,
  pack_id text,
  shipment_id text,
  buyer_name text not null default ''::text,
  buyer jsonb not null default '{}'::jsonb,
  total_centavos bigint not null,
  purchased_at timestamp with time zone not null,
  logistic_type text not null default ''::text,
  payment text not null default 'pending'::text,
  paid_at timestamp with time zone,
  payment_expires_at timestamp with time zone,
  fraud_risk boolean not null default false,
  remote_updated_at timestamp with time zone,
  reserve text not null default 'none'::text,
  linked boolean not null default false,
  approval_reason text,
  approved_reasons text[] not null default '{}'::text[],
  refused_at timestamp with time zone,
  refused_reason text,
  document text not null default 'missing'::text,
  document_error text,
  invoice_file_id bigint,
  invoice_key text,
  label_ready boolean not null default false,
  label_available_at timestamp with time zone,
  label_file_id bigint,
  label_zpl_file_id bigint,
  label_printed_at timestamp with time zone,
  shown_at timestamp with time zone,
  released_at timestamp with time zone,
  picking_by bigint,
  attempt integer not null default 0,
  packed_at timestamp with time zone,
  packed_by bigint,
  collected_at timestamp with time zone,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  shipment_status text not null default ''::text,
  shipment_substatus text not null default ''::text,
  shipment_updated_at timestamp with time zone,
  dispatch_limit timestamp with time zone,
  promised_at timestamp with time zone,
  tracking_code text not null default ''::text,
  canceled_at timestamp with time zone,
  canceled_by text,
  canceled_reason text,
  remote_cancel text,
  remote_cancel_error text,
  return_expected boolean not null default false,
  put_back boolean not null default false,
  status text not null,
  line_words text not null default ''::text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  bench_status text not null generated always as (
CASE
    WHEN ((refused_at IS NOT NULL) AND (packed_at IS NULL)) THEN 'canceled'::text
    ELSE status
END) stored,
  urgency timestamp with time zone not null generated always as (
CASE
    WHEN ((collected_at IS NULL) AND (sent_at IS NULL) AND (canceled_at IS NULL) AND (refused_at IS NULL)) THEN COALESCE(dispatch_limit, 'infinity'::timestamp with time zone)
    ELSE 'infinity'::timestamp with time zone
END) stored,
  interest_centavos bigint not null default 0,
  discount_centavos bigint not null default 0,
  pack_pending boolean not null default false,
  shipment_step text,
  shipment_progress smallint not null default 0,
  marketplace_fulfilled boolean not null default false,
  freight_centavos bigint,
  returned_at timestamp with time zone,
  shipped_by_seller boolean not null default false,
  needs_arranging boolean not null default false,
  return_tracking_code text not null default ''::text,
  buyer_erased_at timestamp with time zone,
  seller_discount_centavos bigint,
  freight_charged_centavos bigint,
  processing_fee_centavos bigint,
  taxes_withheld_centavos bigint,
  refunded_centavos bigint,
  adjustment_centavos bigint,
  payout_centavos bigint,
  changed_lines jsonb,
  changed_at timestamp with time zone,
  parcel_label_at timestamp with time zone,
  buyer_document_digest text,
  store_number text not null default ''::text,
  buyer_note text not null default ''::text,
  seller_note text not null default ''::text,
  search text generated always as (fold(((((((((((COALESCE(remote_order_id, ''::text) || ' '::text) || COALESCE(pack_id, ''::text)) || ' '::text) || store_number) || ' '::text) || buyer_name) || ' '::text) || tracking_code) || ' '::text) || line_words))) stored,
  paid_centavos bigint,
  money_days jsonb,
  units integer not null default 0,
  fee_centavos bigint,
  cost_centavos bigint not null default 0,
  due_at timestamp with time zone generated always as (
CASE
    WHEN (status = ANY (ARRAY['waiting_separation'::text, 'waiting_approval'::text, 'pending'::text, 'picking'::text, 'waiting_collect'::text])) THEN dispatch_limit
    WHEN (status = 'sent'::text) THEN promised_at
    ELSE NULL::timestamp with time zone
END) stored,
  carrier_name text not null default ''::text,
  tracking_url text not null default ''::text,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_business_id_id_key UNIQUE (business_id, id),
  constraint orders_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint orders_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint orders_fulfiller_id_fkey FOREIGN KEY (fulfiller_id) REFERENCES businesses(id),
  constraint orders_approval_reason_check CHECK ((approval_reason = ANY (ARRAY['manual-accept'::text, 'stock-short'::text, 'cost-changed'::text, 'credit-limit'::text, 'mixed-warehouse'::text]))),
  constraint orders_buyer_note_check CHECK ((length(buyer_note) <= 2000)),
  constraint orders_canceled_by_check CHECK ((canceled_by = ANY (ARRAY['seller'::text, 'fulfiller'::text, 'marketplace'::text, 'expiry'::text]))),
  constraint orders_check CHECK (((status = 'canceled'::text) OR (logistic_type = 'fulfillment'::text) OR ((packed_at IS NOT NULL) = (status = ANY (ARRAY['waiting_collect'::text, 'collected'::text, 'sent'::text, 'complete'::text]))))),
  constraint orders_document_check CHECK ((document = ANY (ARRAY['missing'::text, 'sent'::text, 'accepted'::text, 'rejected'::text, 'not_required'::text]))),
  constraint orders_freight_centavos_check CHECK ((freight_centavos >= 0)),
  constraint orders_payment_check CHECK ((payment = ANY (ARRAY['pending'::text, 'approved'::text, 'refunded'::text]))),
  constraint orders_remote_cancel_check CHECK ((remote_cancel = ANY (ARRAY['queued'::text, 'done'::text, 'refused'::text]))),
  constraint orders_reserve_check CHECK ((reserve = ANY (ARRAY['none'::text, 'soft'::text, 'firm'::text, 'short'::text, 'released'::text, 'consumed'::text]))),
  constraint orders_seller_note_check CHECK ((length(seller_note) <= 2000)),
  constraint orders_shipment_step_check CHECK ((shipment_step = ANY (ARRAY['collected'::text, 'sent'::text, 'delivered'::text]))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['waiting_payment'::text, 'waiting_separation'::text, 'waiting_approval'::text, 'pending'::text, 'picking'::text, 'waiting_collect'::text, 'collected'::text, 'sent'::text, 'complete'::text, 'canceled'::text]))),
  constraint orders_store_number_check CHECK ((length(store_number) <= 60)),
  constraint orders_total_centavos_check CHECK ((total_centavos >= 0))
);
comment on table orders is 'Sales: facts, each with one writer. `status` is derived from them by one function of the area.';
alter table orders enable row level security;
alter table orders force row level security;

create table overdue_cases (
  id bigint not null generated always as identity,
  seller_id bigint not null,
  supplier_id bigint not null,
  state text not null default 'noticed'::text,
  opened_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  held_at timestamp with time zone,
  extended_until date,
  ended_at timestamp with time zone,
  constraint overdue_cases_pkey PRIMARY KEY (id),
  constraint overdue_cases_check CHECK (((ended_at IS NULL) = (state <> 'ended'::text))),
  constraint overdue_cases_check1 CHECK (((state <> 'held'::text) OR (held_at IS NOT NULL))),
  constraint overdue_cases_check2 CHECK (((state <> 'extended'::text) OR (extended_until IS NOT NULL))),
  constraint overdue_cases_state_check CHECK ((state = ANY (ARRAY['noticed'::text, 'asked'::text, 'held'::text, 'extended'::text, 'ended'::text])))
);
comment on table overdue_cases is 'Closed invoices of a pair that are past due: what the seller was told, and what the supplier decided.';
alter table overdue_cases enable row level security;
alter table overdue_cases force row level security;

create table paid_prices (
  id bigint not null generated always as identity,
  business_id bigint not null,
  variation_id bigint not null,
  supplier_id bigint not null,
  request_id bigint not null,
  quantity integer not null,
  price_centavos bigint not null,
  at timestamp with time zone not null,
  total_centavos bigint not null,
  constraint paid_prices_pkey PRIMARY KEY (business_id, id),
  constraint paid_prices_request_id_variation_id_key UNIQUE (request_id, variation_id),
  constraint paid_prices_business_id_request_id_fkey FOREIGN KEY (business_id, request_id) REFERENCES supply_requests(business_id, id),
  constraint paid_prices_business_id_supplier_id_fkey FOREIGN KEY (business_id, supplier_id) REFERENCES suppliers(business_id, id),
  constraint paid_prices_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES product_variations(business_id, id),
  constraint paid_prices_price_centavos_check CHECK ((price_centavos > 0)),
  constraint paid_prices_quantity_check CHECK ((quantity > 0)),
  constraint paid_prices_total_centavos_check CHECK (((total_centavos >= 0) AND ((price_centavos)::numeric = GREATEST((1)::numeric, round(((total_centavos)::numeric / (quantity)::numeric))))))
);
comment on table paid_prices is 'The history of prices that were agreed with vendors, by variation.';
alter table paid_prices enable row level security;
alter table paid_prices force row level security;

create table pair_entries (
  id bigint not null generated always as identity,
  seller_id bigint not null,
  supplier_id bigint not null,
  kind text not null,
  amount_centavos bigint not null,
  dropinvoice_id bigint,
  dispute_id bigint,
  payout_id bigint,
  order_id bigint,
  part_id bigint,
  attempt integer not null default 0,
  return_number smallint not null default 0,
  quantity integer not null default 0,
  product text not null default ''::text,
  reason text not null default ''::text,
  user_id bigint,
  at timestamp with time zone not null,
  constraint pair_entries_pkey PRIMARY KEY (id),
  constraint pair_entries_part_key UNIQUE (part_id, attempt, return_number),
  constraint pair_entries_seller_id_order_id_fkey FOREIGN KEY (seller_id, order_id) REFERENCES orders(business_id, id),
  constraint pair_entries_seller_id_part_id_fkey FOREIGN KEY (seller_id, part_id) REFERENCES order_parts(business_id, id),
  constraint pair_entries_seller_id_supplier_id_dispute_id_fkey FOREIGN KEY (seller_id, supplier_id, dispute_id) REFERENCES dropinvoice_disputes(seller_id, supplier_id, id),
  constraint pair_entries_seller_id_supplier_id_dropinvoice_id_fkey FOREIGN KEY (seller_id, supplier_id, dropinvoice_id) REFERENCES dropinvoices(seller_id, supplier_id, id),
  constraint pair_entries_seller_id_supplier_id_payout_id_fkey FOREIGN KEY (seller_id, supplier_id, payout_id) REFERENCES pair_payouts(seller_id, supplier_id, id),
  constraint pair_entries_amount_centavos_check CHECK ((amount_centavos <> 0)),
  constraint pair_entries_check CHECK (((kind <> 'set_off'::text) OR ((amount_centavos < 0) AND (dropinvoice_id IS NOT NULL)))),
  constraint pair_entries_check1 CHECK (((kind <> ALL (ARRAY['payout'::text, 'payout_refused'::text])) OR (payout_id IS NOT NULL))),
  constraint pair_entries_kind_check CHECK ((kind = ANY (ARRAY['return'::text, 'dispute'::text, 'hand_credit'::text, 'overpayment'::text, 'set_off'::text, 'payout'::text, 'payout_refused'::text, 'carry'::text, 'difference'::text])))
);
comment on table pair_entries is 'The balance between a seller and a supplier. Rows are only added, and their sum is the balance.';
alter table pair_entries enable row level security;
alter table pair_entries force row level security;

create table pair_payouts (
  id bigint not null generated always as identity,
  seller_id bigint not null,
  supplier_id bigint not null,
  state text not null default 'sent'::text,
  amount_centavos bigint not null,
  paid_on date not null,
  note text not null default ''::text,
  proof_file_id bigint not null,
  reason text not null default ''::text,
  sent_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint pair_payouts_pkey PRIMARY KEY (id),
  constraint pair_payouts_seller_id_id_key UNIQUE (seller_id, id),
  constraint pair_payouts_seller_id_supplier_id_id_key UNIQUE (seller_id, supplier_id, id),
  constraint pair_payouts_amount_centavos_check CHECK ((amount_centavos > 0)),
  constraint pair_payouts_check CHECK (((decided_at IS NULL) = (state = 'sent'::text))),
  constraint pair_payouts_state_check CHECK ((state = ANY (ARRAY['sent'::text, 'confirmed'::text, 'refused'::text])))
);
comment on table pair_payouts is 'Credits that a supplier paid out to a seller, with their proof.';
alter table pair_payouts enable row level security;
alter table pair_payouts force row level security;

create table parcel_photos (
  business_id bigint not null,
  id bigint not null generated always as identity,
  fulfiller_id bigint not null,
  order_id bigint not null,
  file_id bigint not null,
  at timestamp with time zone not null,
  constraint parcel_photos_pkey PRIMARY KEY (business_id, id),
  constraint parcel_photos_business_id_order_id_fkey FOREIGN KEY (business_id, order_id) REFERENCES orders(business_id, id),
  constraint parcel_photos_fulfiller_id_file_id_fkey FOREIGN KEY (fulfiller_id, file_id) REFERENCES files(business_id, id)
);
comment on table parcel_photos is 'Photos of parcels at the bench. Retention: until the buyer is erased, or the parcel is opened.';
alter table parcel_photos enable row level security;
alter table parcel_photos force row level security;

create table parcel_return_images (
  id bigint not null generated always as identity,
  business_id bigint not null,
  unit_id bigint not null,
  image_id bigint not null,
  constraint parcel_return_images_pkey PRIMARY KEY (business_id, id),
  constraint parcel_return_images_unit_id_image_id_key UNIQUE (unit_id, image_id),
  constraint parcel_return_images_business_id_image_id_fkey FOREIGN KEY (business_id, image_id) REFERENCES images(business_id, id),
  constraint parcel_return_images_business_id_unit_id_fkey FOREIGN KEY (business_id, unit_id) REFERENCES parcel_return_units(business_id, id)
);
comment on table parcel_return_images is 'Photos of returned units.';
alter table parcel_return_images enable row level security;
alter table parcel_return_images force row level security;

create table parcel_return_units (
  id bigint not null generated always as identity,
  business_id bigint not null,
  return_id bigint not null,
  part_id bigint not null,
  condition text not null,
  quantity integer not null,
  reason text not null default ''::text,
  client_id text not null,
  user_id bigint not null,
  at timestamp with time zone not null,
  voided_at timestamp with time zone,
  volume_id bigint,
  station_id bigint default app_station_or_null(),
  constraint parcel_return_units_pkey PRIMARY KEY (id),
  constraint parcel_return_units_business_id_client_id_key UNIQUE (business_id, client_id),
  constraint parcel_return_units_business_id_id_key UNIQUE (business_id, id),
  constraint parcel_return_units_business_id_return_id_fkey FOREIGN KEY (business_id, return_id) REFERENCES parcel_returns(business_id, id),
  constraint parcel_return_units_business_id_station_id_fkey FOREIGN KEY (business_id, station_id) REFERENCES stations(business_id, id),
  constraint parcel_return_units_business_id_volume_id_fkey FOREIGN KEY (business_id, volume_id) REFERENCES volumes(business_id, id),
  constraint parcel_return_units_part_id_fkey FOREIGN KEY (part_id) REFERENCES order_parts(id),
  constraint parcel_return_units_check CHECK (((volume_id IS NULL) OR ((voided_at IS NULL) AND (condition <> 'missing'::text)))),
  constraint parcel_return_units_condition_check CHECK ((condition = ANY (ARRAY['good'::text, 'damaged'::text, 'missing'::text]))),
  constraint parcel_return_units_quantity_check CHECK ((quantity > 0))
);
comment on table parcel_return_units is 'What was found of one part of a returned sale. volume_id is written when the return is closed; damaged units without a volume are lost.';
alter table parcel_return_units enable row level security;
alter table parcel_return_units force row level security;

create table parcel_returns (
  id bigint not null generated always as identity,
  business_id bigint not null,
  order_id bigint not null,
  opened_by bigint not null,
  opened_at timestamp with time zone not null,
  closed_by bigint,
  closed_at timestamp with time zone,
  asked jsonb,
  called_off_at timestamp with time zone,
  constraint parcel_returns_pkey PRIMARY KEY (id),
  constraint parcel_returns_business_id_id_key UNIQUE (business_id, id),
  constraint parcel_returns_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint parcel_returns_check CHECK (((closed_by IS NULL) = (closed_at IS NULL)))
);
comment on table parcel_returns is 'A parcel that came back: opened by the scan of its label, closed when each unit was inspected.';
alter table parcel_returns enable row level security;
alter table parcel_returns force row level security;

create table parcel_weights (
  business_id bigint not null,
  fulfiller_id bigint not null,
  order_id bigint not null,
  grams integer not null,
  expected_grams integer,
  differs boolean not null,
  source text not null,
  at timestamp with time zone not null,
  constraint parcel_weights_pkey PRIMARY KEY (business_id, order_id),
  constraint parcel_weights_business_id_order_id_fkey FOREIGN KEY (business_id, order_id) REFERENCES orders(business_id, id),
  constraint parcel_weights_expected_grams_check CHECK ((expected_grams > 0)),
  constraint parcel_weights_grams_check CHECK (((grams >= 1) AND (grams <= 200000))),
  constraint parcel_weights_source_check CHECK ((source = ANY (ARRAY['typed'::text, 'scale'::text])))
);
comment on table parcel_weights is 'Weights of packed parcels, with the sale at which they were weighed. Retention: as the sale, unless the parcel is opened.';
alter table parcel_weights enable row level security;
alter table parcel_weights force row level security;

create table parked_answers (
  id bigint not null generated always as identity,
  business_id bigint not null,
  account_id bigint not null,
  resource text not null,
  reason text not null,
  got text not null,
  parked_at timestamp with time zone not null,
  constraint parked_answers_pkey PRIMARY KEY (business_id, id),
  constraint parked_answers_account_id_resource_key UNIQUE (account_id, resource),
  constraint parked_answers_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint parked_answers_reason_check CHECK ((reason = ANY (ARRAY['other_resource'::text, 'other_seller'::text, 'unreadable'::text])))
);
comment on table parked_answers is 'An answer of a marketplace that is about another resource than was asked for, or that cannot be read. Nothing of it is believed. The row is deleted when the resource answers correctly.';
alter table parked_answers enable row level security;
alter table parked_answers force row level security;

create table passkey_challenges (
  user_id bigint not null,
  session_id bigint not null,
  purpose text not null,
  challenge_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (user_id, session_id),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['create'::text, 'prove'::text])))
);
comment on table passkey_challenges is 'The challenge that a session was asked to sign: one at a time, used once, kept as a hash.';
alter table passkey_challenges enable row level security;
alter table passkey_challenges force row level security;

create table passkeys (
  id bigint not null generated always as identity,
  user_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_id_credential_id_key UNIQUE (user_id, credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table passkeys is 'Passkeys (WebAuthn), a second step beside the authenticator app. A public key is no secret and proves nothing alone.';
alter table passkeys enable row level security;
alter table passkeys force row level security;

create table payout_acceptances (
  id bigint not null generated always as identity,
  business_id bigint not null,
  order_id bigint,
  line_id bigint,
  difference_centavos bigint not null,
  note text not null,
  user_id bigint not null,
  at timestamp with time zone not null,
  constraint payout_acceptances_pkey PRIMARY KEY (business_id, id),
  constraint payout_acceptances_business_id_line_id_key UNIQUE (business_id, line_id),
  constraint payout_acceptances_business_id_order_id_key UNIQUE (business_id, order_id),
  constraint payout_acceptances_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint payout_acceptances_business_id_line_id_fkey FOREIGN KEY (business_id, line_id) REFERENCES payout_lines(business_id, id) ON DELETE CASCADE,
  constraint payout_acceptances_business_id_order_id_fkey FOREIGN KEY (business_id, order_id) REFERENCES orders(business_id, id),
  constraint payout_acceptances_check CHECK (((order_id IS NULL) <> (line_id IS NULL))),
  constraint payout_acceptances_difference_centavos_check CHECK ((difference_centavos <> 0))
);
comment on table payout_acceptances is 'Differences between a payout and what was expected that a person accepted with a note.';
alter table payout_acceptances enable row level security;
alter table payout_acceptances force row level security;

create table payout_columns (
  business_id bigint not null,
  account_id bigint not null,
  titles text not null,
  columns jsonb not null,
  constraint payout_columns_pkey PRIMARY KEY (business_id, account_id, titles),
  constraint payout_columns_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint payout_columns_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
comment on table payout_columns is 'Which column is which in payout reports of an account, as a person assigned them.';
alter table payout_columns enable row level security;
alter table payout_columns force row level security;

create table payout_files (
  id bigint not null generated always as identity,
  business_id bigint not null,
  account_id bigint not null,
  report text not null,
  first_day date not null,
  last_day date not null,
  known_count integer not null,
  user_id bigint,
  at timestamp with time zone not null,
  constraint payout_files_pkey PRIMARY KEY (business_id, id),
  constraint payout_files_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint payout_files_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint payout_files_known_count_check CHECK ((known_count >= 0)),
  constraint payout_files_report_check CHECK ((report = ANY (ARRAY['release'::text, 'settlement'::text, 'income'::text, 'mapped'::text])))
);
comment on table payout_files is 'Payout reports of marketplaces: uploaded by a person, or read from the marketplace.';
alter table payout_files enable row level security;
alter table payout_files force row level security;

create table payout_lines (
  id bigint not null generated always as identity,
  business_id bigint not null,
  account_id bigint not null,
  file_id bigint not null,
  fingerprint text not null,
  occurrence integer not null,
  day date not null,
  kind text not null,
  amount_centavos bigint not null,
  fee_centavos bigint,
  freight_centavos bigint,
  reference text not null,
  numbers text[] not null,
  text text not null,
  order_id bigint,
  constraint payout_lines_pkey PRIMARY KEY (business_id, id),
  constraint payout_lines_business_id_account_id_fingerprint_occurrence_key UNIQUE (business_id, account_id, fingerprint, occurrence),
  constraint payout_lines_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint payout_lines_business_id_file_id_fkey FOREIGN KEY (business_id, file_id) REFERENCES payout_files(business_id, id) ON DELETE CASCADE,
  constraint payout_lines_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint payout_lines_business_id_order_id_fkey FOREIGN KEY (business_id, order_id) REFERENCES orders(business_id, id),
  constraint payout_lines_amount_centavos_check CHECK ((amount_centavos <> 0)),
  constraint payout_lines_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'refund'::text, 'fee'::text, 'freight'::text, 'transfer'::text, 'other'::text]))),
  constraint payout_lines_occurrence_check CHECK ((occurrence >= 0))
);
comment on table payout_lines is 'Movements of payout reports, with the sale that each belongs to. Kept with the report.';
alter table payout_lines enable row level security;
alter table payout_lines force row level security;

create table payout_months (
  business_id bigint not null,
  account_id bigint not null,
  month date not null,
  user_id bigint not null,
  at timestamp with time zone not null,
  figures jsonb,
  constraint payout_months_pkey PRIMARY KEY (business_id, account_id, month),
  constraint payout_months_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint payout_months_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint payout_months_month_check CHECK ((month = date_trunc('month'::text, (month)::timestamp with time zone)))
);
comment on table payout_months is 'Closed months of an account: no line is added to them or removed.';
alter table payout_months enable row level security;
alter table payout_months force row level security;

create table payout_readings (
  business_id bigint not null,
  account_id bigint not null,
  requested_at timestamp with time zone,
  read_at timestamp with time zone,
  read_through date,
  failed_at timestamp with time zone,
  failure text,
  asked_from date,
  asked_through date,
  asked_at timestamp with time zone,
  constraint payout_readings_pkey PRIMARY KEY (business_id, account_id),
  constraint payout_readings_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint payout_readings_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint payout_readings_check CHECK (((failed_at IS NULL) = (failure IS NULL))),
  constraint payout_readings_check1 CHECK ((((asked_from IS NULL) = (asked_at IS NULL)) AND ((asked_through IS NULL) = (asked_at IS NULL)))),
  constraint payout_readings_failure_check CHECK ((failure = ANY (ARRAY['disconnected'::text, 'month_closed'::text, 'no_answer'::text, 'not_allowed'::text, 'not_ready'::text, 'refused'::text, 'report_differs'::text, 'unreadable'::text])))
);
comment on table payout_readings is 'When the payouts of an account were read from its marketplace, and why not. Retention: one row per account.';
alter table payout_readings enable row level security;
alter table payout_readings force row level security;

create table pick_allocations (
  id bigint not null generated always as identity,
  business_id bigint not null,
  order_id bigint not null,
  part_id bigint not null,
  volume_id bigint not null,
  volume_line_id bigint not null,
  quantity integer not null,
  constraint pick_allocations_pkey PRIMARY KEY (business_id, id),
  constraint pick_allocations_business_id_volume_line_id_fkey FOREIGN KEY (business_id, volume_line_id) REFERENCES volume_lines(business_id, id),
  constraint pick_allocations_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint pick_allocations_part_id_fkey FOREIGN KEY (part_id) REFERENCES order_parts(id),
  constraint pick_allocations_quantity_check CHECK ((quantity > 0))
);
comment on table pick_allocations is 'The volume lines from which the goods of a sale in picking are taken. Rows are deleted when the sale is packed or leaves picking.';
alter table pick_allocations enable row level security;
alter table pick_allocations force row level security;

create table pick_faces (
  business_id bigint not null,
  id bigint not null generated always as identity,
  warehouse_id bigint not null,
  position_id bigint not null,
  variation_id bigint not null,
  minimum integer not null,
  maximum integer not null,
  taken_by bigint,
  taken_at timestamp with time zone,
  version integer not null default 1,
  constraint pick_faces_pkey PRIMARY KEY (business_id, id),
  constraint pick_faces_goods UNIQUE (business_id, position_id, variation_id),
  constraint pick_faces_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint pick_faces_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES product_variations(business_id, id) ON DELETE CASCADE,
  constraint pick_faces_business_id_warehouse_id_position_id_fkey FOREIGN KEY (business_id, warehouse_id, position_id) REFERENCES inventory_locations(business_id, warehouse_id, id) ON DELETE CASCADE,
  constraint pick_faces_maximum_check CHECK (((maximum >= 1) AND (maximum <= 100000))),
  constraint pick_faces_minimum_check CHECK (((minimum >= 0) AND (minimum <= 100000))),
  constraint pick_faces_range CHECK ((minimum < maximum)),
  constraint pick_faces_taken CHECK (((taken_by IS NULL) = (taken_at IS NULL)))
);
comment on table pick_faces is 'Pick faces: positions from which a product is picked, with a minimum and a maximum of units. Below the minimum they are refilled from reserve.';
alter table pick_faces enable row level security;
alter table pick_faces force row level security;

create table picking_list_orders (
  business_id bigint not null,
  list_id bigint not null,
  order_id bigint not null,
  place integer not null,
  units integer not null,
  picked integer not null default 0,
  left_at timestamp with time zone,
  left_reason text,
  bench_by bigint,
  stop_seen_at timestamp with time zone,
  constraint picking_list_orders_pkey PRIMARY KEY (business_id, list_id, order_id),
  constraint picking_list_orders_business_id_list_id_fkey FOREIGN KEY (business_id, list_id) REFERENCES picking_lists(business_id, id),
  constraint picking_list_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint picking_list_orders_check CHECK (((picked >= 0) AND (picked <= units))),
  constraint picking_list_orders_check1 CHECK (((left_at IS NULL) = (left_reason IS NULL))),
  constraint picking_list_orders_left_reason_check CHECK ((left_reason = ANY (ARRAY['not_pending'::text, 'insufficient_stock'::text, 'upstream_unknown'::text, 'canceled'::text, 'left_unpacked'::text, 'short'::text, 'taken_off'::text, 'list_canceled'::text]))),
  constraint picking_list_orders_place_check CHECK ((place > 0)),
  constraint picking_list_orders_units_check CHECK ((units > 0))
);
comment on table picking_list_orders is 'A sale on a picking list, until it leaves it.';
alter table picking_list_orders enable row level security;
alter table picking_list_orders force row level security;

create table picking_lists (
  id bigint not null generated always as identity,
  business_id bigint not null,
  warehouse_id bigint not null,
  state text not null default 'open'::text,
  assignee_id bigint,
  created_by bigint,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  canceled_at timestamp with time zone,
  short_volume_id bigint,
  short_at timestamp with time zone,
  wave_rule text not null default ''::text,
  wave_rule_id bigint,
  constraint picking_lists_pkey PRIMARY KEY (id),
  constraint picking_lists_business_id_id_key UNIQUE (business_id, id),
  constraint picking_lists_business_id_warehouse_id_fkey FOREIGN KEY (business_id, warehouse_id) REFERENCES warehouses(business_id, id),
  constraint picking_lists_business_id_wave_rule_id_fkey FOREIGN KEY (business_id, wave_rule_id) REFERENCES wave_rules(business_id, id) ON DELETE SET NULL (wave_rule_id),
  constraint picking_lists_made CHECK (((created_by IS NOT NULL) OR (wave_rule <> ''::text))),
  constraint picking_lists_state_check CHECK ((state = ANY (ARRAY['open'::text, 'in_progress'::text, 'finished'::text, 'canceled'::text])))
);
comment on table picking_lists is 'Walks through a warehouse that fetch the goods of several sales.';
alter table picking_lists enable row level security;
alter table picking_lists force row level security;

create table picking_scans (
  id bigint not null generated always as identity,
  business_id bigint not null,
  list_id bigint not null,
  order_id bigint not null,
  variation_id bigint not null,
  volume_id bigint not null,
  client_id text not null,
  user_id bigint not null,
  at timestamp with time zone not null,
  station_id bigint default app_station_or_null(),
  voided_at timestamp with time zone,
  place_scan text,
  constraint picking_scans_pkey PRIMARY KEY (business_id, id),
  constraint picking_scans_business_id_client_id_key UNIQUE (business_id, client_id),
  constraint picking_scans_business_id_list_id_order_id_fkey FOREIGN KEY (business_id, list_id, order_id) REFERENCES picking_list_orders(business_id, list_id, order_id),
  constraint picking_scans_business_id_station_id_fkey FOREIGN KEY (business_id, station_id) REFERENCES stations(business_id, id),
  constraint picking_scans_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES product_variations(business_id, id),
  constraint picking_scans_business_id_volume_id_fkey FOREIGN KEY (business_id, volume_id) REFERENCES volumes(business_id, id),
  constraint picking_scans_place_scan_check CHECK ((place_scan = ANY (ARRAY['awaited'::text, 'scanned'::text, 'skipped'::text])))
);
comment on table picking_scans is 'One unit taken out of a volume into a tote. A scan that is sent twice counts once. Retention: deleted a year after the scan by the task jobs.forget-passed.';
alter table picking_scans enable row level security;
alter table picking_scans force row level security;

create table picture_downloads (
  id bigint not null generated always as identity,
  business_id bigint not null,
  product_id bigint not null,
  variation_ids bigint[] not null default '{}'::bigint[],
  import_id bigint not null,
  url text not null,
  "position" integer not null,
  state text not null default 'waiting'::text,
  fault text,
  attempts integer not null default 0,
  retry_at timestamp with time zone not null,
  constraint picture_downloads_pkey PRIMARY KEY (business_id, id),
  constraint picture_downloads_business_id_product_id_url_key UNIQUE (business_id, product_id, url),
  constraint picture_downloads_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint picture_downloads_business_id_import_id_fkey FOREIGN KEY (business_id, import_id) REFERENCES imports(business_id, id),
  constraint picture_downloads_business_id_product_id_fkey FOREIGN KEY (business_id, product_id) REFERENCES products(business_id, id) ON DELETE CASCADE,
  constraint picture_downloads_attempts_check CHECK ((attempts >= 0)),
  constraint picture_downloads_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text])))
);
comment on table picture_downloads is 'Addresses of pictures that imports name: each is downloaded once for its product, and deleted with it.';
alter table picture_downloads enable row level security;
alter table picture_downloads force row level security;

create table pins (
  user_id bigint not null,
  pin_hash text not null,
  set_at timestamp with time zone not null,
  constraint pins_pkey PRIMARY KEY (user_id),
  constraint pins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table pins is 'The PIN by which a person takes over a station, and the wrong tries since the last right one.';
alter table pins enable row level security;
alter table pins force row level security;

create table plan_changes (
  id bigint not null generated always as identity,
  business_id bigint not null,
  plan text not null,
  at timestamp with time zone not null,
  constraint plan_changes_pkey PRIMARY KEY (business_id, id),
  constraint plan_changes_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint plan_changes_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text, 'enterprise'::text])))
);
comment on table plan_changes is 'The history of plans of a business.';
alter table plan_changes enable row level security;
alter table plan_changes force row level security;

create table price_schedule_publications (
  business_id bigint not null,
  schedule_id bigint not null,
  publication_id bigint not null,
  constraint price_schedule_publications_pkey PRIMARY KEY (business_id, schedule_id, publication_id),
  constraint price_schedule_publications_business_id_publication_id_fkey FOREIGN KEY (business_id, publication_id) REFERENCES publications(business_id, id) ON DELETE CASCADE,
  constraint price_schedule_publications_business_id_schedule_id_fkey FOREIGN KEY (business_id, schedule_id) REFERENCES price_schedules(business_id, id) ON DELETE CASCADE
);
comment on table price_schedule_publications is 'The publications whose prices a schedule changes.';
alter table price_schedule_publications enable row level security;
alter table price_schedule_publications force row level security;

create table price_schedules (
  id bigint not null generated always as identity,
  business_id bigint not null,
  user_id bigint not null,
  api_key_id bigint,
  rule jsonb not null,
  ending integer,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  state text not null default 'waiting'::text,
  run_id bigint,
  created_at timestamp with time zone not null,
  constraint price_schedules_pkey PRIMARY KEY (business_id, id),
  constraint price_schedules_business_id_api_key_id_fkey FOREIGN KEY (business_id, api_key_id) REFERENCES api_keys(business_id, id) ON DELETE CASCADE,
  constraint price_schedules_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint price_schedules_business_id_run_id_fkey FOREIGN KEY (business_id, run_id) REFERENCES bulk_runs(business_id, id) ON DELETE SET NULL (run_id),
  constraint price_schedules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint price_schedules_check CHECK (((ends_at IS NULL) OR (ends_at >= begins_at))),
  constraint price_schedules_ending_check CHECK (((ending >= 0) AND (ending <= 99))),
  constraint price_schedules_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'ended'::text, 'canceled'::text])))
);
comment on table price_schedules is 'Prices by a rule that begin at a time, and at another one go back to what they were. Retention: a schedule is deleted 90 days after it ended.';
alter table price_schedules enable row level security;
alter table price_schedules force row level security;

create table product_images (
  business_id bigint not null,
  product_id bigint not null,
  image_id bigint not null,
  variation_id bigint,
  "position" integer not null,
  id bigint not null generated always as identity,
  constraint product_images_pkey PRIMARY KEY (business_id, id),
  constraint product_images_product_id_image_id_variation_id_key UNIQUE NULLS NOT DISTINCT (product_id, image_id, variation_id),
  constraint product_images_business_id_image_id_fkey FOREIGN KEY (business_id, image_id) REFERENCES images(business_id, id),
  constraint product_images_business_id_product_id_fkey FOREIGN KEY (business_id, product_id) REFERENCES products(business_id, id) ON DELETE CASCADE,
  constraint product_images_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES product_variations(business_id, id) ON DELETE CASCADE
);
comment on table product_images is 'Images of a product, or of one of its variations, in order.';
alter table product_images enable row level security;
alter table product_images force row level security;

create table product_tag_links (
  business_id bigint not null,
  product_id bigint not null,
  tag_id bigint not null,
  constraint product_tag_links_pkey PRIMARY KEY (business_id, product_id, tag_id),
  constraint product_tag_links_business_id_product_id_fkey FOREIGN KEY (business_id, product_id) REFERENCES products(business_id, id) ON DELETE CASCADE,
  constraint product_tag_links_business_id_tag_id_fkey FOREIGN KEY (business_id, tag_id) REFERENCES product_tags(business_id, id) ON DELETE CASCADE
);
comment on table product_tag_links is 'Which product has which tag.';
alter table product_tag_links enable row level security;
alter table product_tag_links force row level security;

create table product_tags (
  id bigint not null generated always as identity,
  business_id bigint not null,
  name text not null,
  colour text not null,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  constraint product_tags_pkey PRIMARY KEY (id),
  constraint product_tags_business_id_id_key UNIQUE (business_id, id),
  constraint product_tags_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint product_tags_colour_check CHECK ((colour = ANY (ARRAY['gray'::text, 'red'::text, 'amber'::text, 'lime'::text, 'green'::text, 'petrol'::text, 'blue'::text, 'violet'::text, 'grape'::text, 'pink'::text])))
);
comment on table product_tags is 'Free labels of products, for filters and acts on many products. The colors are those that the screens have a hue for.';
alter table product_tags enable row level security;
alter table product_tags force row level security;

create table product_variations (
  id bigint not null generated always as identity,
  business_id bigint not null,
  product_id bigint not null,
  name text not null,
  sku text not null,
  gtin text not null default ''::text,
  attributes jsonb not null default '{}'::jsonb,
  cost_centavos bigint,
  version integer not null default 1,
  search text generated always as (fold(((((name || ' '::text) || sku) || ' '::text) || gtin))) stored,
  sku_key text generated always as (upper(sku)) stored,
  constraint product_variations_pkey PRIMARY KEY (id),
  constraint product_variations_business_id_id_key UNIQUE (business_id, id),
  constraint product_variations_business_id_sku_key UNIQUE (business_id, sku_key) DEFERRABLE,
  constraint product_variations_product_id_attributes_key UNIQUE (product_id, attributes) DEFERRABLE,
  constraint product_variations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint product_variations_business_id_product_id_fkey FOREIGN KEY (business_id, product_id) REFERENCES products(business_id, id) ON DELETE CASCADE,
  constraint product_variations_cost_centavos_check CHECK ((cost_centavos >= 0))
);
comment on table product_variations is 'Variations of a product: the unit that has a SKU, a GTIN, a cost and stock. A product without variations has one.';
alter table product_variations enable row level security;
alter table product_variations force row level security;

create table products (
  id bigint not null generated always as identity,
  business_id bigint not null,
  name text not null,
  brand text not null default ''::text,
  model text not null default ''::text,
  category_id bigint,
  weight numeric(10,3),
  width numeric(8,1),
  height numeric(8,1),
  depth numeric(8,1),
  unit text not null default 'unit'::text,
  description text not null default ''::text,
  attribute_types text[] not null default ARRAY['Color'::text],
  codes text not null default ''::text,
  search text generated always as (fold(((((((name || ' '::text) || brand) || ' '::text) || model) || ' '::text) || codes))) stored,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  asks_lots boolean not null default false,
  ncm text not null default ''::text,
  cest text not null default ''::text,
  origin smallint,
  csosn text not null default ''::text,
  cfop_same_state text not null default ''::text,
  cfop_other_state text not null default ''::text,
  tax_unit text not null default ''::text,
  asks_serials boolean not null default false,
  constraint products_pkey PRIMARY KEY (id),
  constraint products_business_id_id_key UNIQUE (business_id, id),
  constraint products_business_id_category_id_fkey FOREIGN KEY (business_id, category_id) REFERENCES categories(business_id, id),
  constraint products_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint products_attribute_types_check CHECK ((cardinality(attribute_types) > 0)),
  constraint products_depth_check CHECK ((depth > (0)::numeric)),
  constraint products_height_check CHECK ((height > (0)::numeric)),
  constraint products_origin_check CHECK (((origin >= 0) AND (origin <= 8))),
  constraint products_weight_check CHECK ((weight > (0)::numeric)),
  constraint products_width_check CHECK ((width > (0)::numeric))
);
comment on table products is 'Products of a business. What is sold, stored and counted is a variation of a product.';
alter table products enable row level security;
alter table products force row level security;

create table publication_components (
  id bigint not null generated always as identity,
  business_id bigint not null,
  publication_variation_id bigint not null,
  dropship_item_id bigint not null,
  stock_id bigint not null,
  supplier_id bigint not null,
  quantity integer not null,
  product_name text not null default ''::text,
  sku text not null default ''::text,
  constraint publication_components_pkey PRIMARY KEY (business_id, id),
  constraint publication_components_publication_variation_id_dropship_it_key UNIQUE (publication_variation_id, dropship_item_id),
  constraint publication_components_business_id_publication_variation_i_fkey FOREIGN KEY (business_id, publication_variation_id) REFERENCES publication_variations(business_id, id) ON DELETE CASCADE,
  constraint publication_components_supplier_id_dropship_item_id_fkey FOREIGN KEY (supplier_id, dropship_item_id) REFERENCES dropship_items(business_id, id),
  constraint publication_components_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES businesses(id),
  constraint publication_components_supplier_id_stock_id_fkey FOREIGN KEY (supplier_id, stock_id) REFERENCES stock(business_id, id),
  constraint publication_components_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000)))
);
comment on table publication_components is 'The offers of which one unit of a published variation is made.';
alter table publication_components enable row level security;
alter table publication_components force row level security;

create table publication_images (
  id bigint not null generated always as identity,
  business_id bigint not null,
  publication_id bigint not null,
  image_id bigint not null,
  "position" integer not null,
  remote_picture_id text,
  constraint publication_images_pkey PRIMARY KEY (business_id, id),
  constraint publication_images_publication_id_image_id_key UNIQUE (publication_id, image_id),
  constraint publication_images_business_id_publication_id_fkey FOREIGN KEY (business_id, publication_id) REFERENCES publications(business_id, id) ON DELETE CASCADE,
  constraint publication_images_image_id_fkey FOREIGN KEY (image_id) REFERENCES images(id)
);
comment on table publication_images is 'Images of a publication.';
alter table publication_images enable row level security;
alter table publication_images force row level security;

create table publication_variations (
  id bigint not null generated always as identity,
  business_id bigint not null,
  publication_id bigint not null,
  name text not null,
  sku text not null default ''::text,
  gtin text not null default ''::text,
  attributes jsonb not null default '[]'::jsonb,
  margin_basis_points integer not null,
  cost_centavos bigint not null,
  price_centavos bigint not null,
  fee_centavos bigint,
  active boolean not null default true,
  remote_item_id text,
  remote_variation_id text,
  remote_user_product_id text,
  remote_status text not null default ''::text,
  link text not null default ''::text,
  synced_quantity integer,
  synced_price_centavos bigint,
  synced_revision bigint,
  synced_at timestamp with time zone,
  version integer not null default 1,
  former_item_id text,
  former_variation_id text,
  fulfilled_by_marketplace boolean not null default false,
  remote_state text not null default ''::text,
  quantity_cap integer,
  freight_centavos bigint,
  guard text,
  decided jsonb,
  promotion_price_centavos bigint,
  promotion_from timestamp with time zone,
  promotion_to timestamp with time zone,
  promotion_name text not null default ''::text,
  promotion_fee_centavos bigint,
  promotion_freight_centavos bigint,
  price_leaves_promotion boolean not null default false,
  linked_account_id bigint,
  remote_reasons jsonb not null default '[]'::jsonb,
  promotion_marketplace_centavos bigint,
  fulfillment_stock_id bigint,
  remote_sold integer,
  synced_location text,
  promotion_accepted_basis_points integer,
  weight numeric(10,3),
  width numeric(8,1),
  height numeric(8,1),
  depth numeric(8,1),
  follows_size boolean not null default false,
  constraint publication_variations_pkey PRIMARY KEY (id),
  constraint publication_variations_business_id_id_key UNIQUE (business_id, id),
  constraint publication_variations_business_id_fulfillment_stock_id_fkey FOREIGN KEY (business_id, fulfillment_stock_id) REFERENCES fulfillment_stocks(business_id, id) ON DELETE SET NULL (fulfillment_stock_id),
  constraint publication_variations_business_id_publication_id_fkey FOREIGN KEY (business_id, publication_id) REFERENCES publications(business_id, id) ON DELETE CASCADE,
  constraint publication_variations_attributes_check CHECK ((jsonb_typeof(attributes) = 'array'::text)),
  constraint publication_variations_cost_centavos_check CHECK ((cost_centavos >= 0)),
  constraint publication_variations_depth_check CHECK ((depth > (0)::numeric)),
  constraint publication_variations_freight_centavos_check CHECK ((freight_centavos >= 0)),
  constraint publication_variations_guard_check CHECK ((guard = ANY (ARRAY['warned'::text, 'held'::text]))),
  constraint publication_variations_height_check CHECK ((height > (0)::numeric)),
  constraint publication_variations_package CHECK ((num_nulls(weight, width, height, depth) = ANY (ARRAY[0, 4]))),
  constraint publication_variations_price_centavos_check CHECK ((price_centavos > 0)),
  constraint publication_variations_promotion_freight_centavos_check CHECK ((promotion_freight_centavos >= 0)),
  constraint publication_variations_promotion_marketplace_centavos_check CHECK ((promotion_marketplace_centavos >= 0)),
  constraint publication_variations_promotion_price_centavos_check CHECK ((promotion_price_centavos > 0)),
  constraint publication_variations_quantity_cap_check CHECK ((quantity_cap >= 0)),
  constraint publication_variations_remote_sold_check CHECK ((remote_sold >= 0)),
  constraint publication_variations_weight_check CHECK ((weight > (0)::numeric)),
  constraint publication_variations_width_check CHECK ((width > (0)::numeric))
);
comment on table publication_variations is 'What a buyer chooses in a publication: price, margin guard and stock, as wanted and as the marketplace last acknowledged them.';
alter table publication_variations enable row level security;
alter table publication_variations force row level security;

create table publications (
  id bigint not null generated always as identity,
  business_id bigint not null,
  advertisement_id bigint not null,
  account_id bigint not null,
  name text not null,
  category_id text not null,
  category_name text not null default ''::text,
  type text not null,
  description text not null default ''::text,
  weight numeric(10,3),
  width numeric(8,1),
  height numeric(8,1),
  depth numeric(8,1),
  video text not null default ''::text,
  attributes jsonb not null default '[]'::jsonb,
  warehouse_id bigint not null,
  supplier_id bigint not null,
  remote_item_id text,
  link text not null default ''::text,
  edit_link text not null default ''::text,
  desired_state text not null default 'active'::text,
  pending_fields text[] not null default '{}'::text[],
  attempted_at timestamp with time zone,
  state text not null default 'publishing'::text,
  remote_status text not null default ''::text,
  sync_error jsonb,
  synced_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  continues_id bigint,
  price_per_variation boolean not null default false,
  floor_basis_points integer,
  floor_action text,
  condition text,
  warranty jsonb,
  handling_days integer,
  free_shipping boolean,
  follows_size boolean not null default false,
  swept_at timestamp with time zone,
  wholesale jsonb not null default '[]'::jsonb,
  constraint publications_pkey PRIMARY KEY (id),
  constraint publications_business_id_id_key UNIQUE (business_id, id),
  constraint publications_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint publications_business_id_advertisement_id_fkey FOREIGN KEY (business_id, advertisement_id) REFERENCES advertisements(business_id, id),
  constraint publications_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint publications_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES businesses(id),
  constraint publications_condition_check CHECK ((condition = ANY (ARRAY['new'::text, 'used'::text]))),
  constraint publications_floor CHECK (((floor_basis_points IS NULL) = (floor_action IS NULL))),
  constraint publications_floor_action_check CHECK ((floor_action = ANY (ARRAY['reprice'::text, 'hold'::text, 'warn'::text]))),
  constraint publications_handling_days_check CHECK (((handling_days >= 1) AND (handling_days <= 90))),
  constraint publications_pending_fields_check CHECK ((pending_fields <@ ARRAY['state'::text, 'type'::text, 'pictures'::text, 'package'::text, 'attributes'::text, 'condition'::text, 'terms'::text, 'freight'::text, 'identity'::text, 'wholesale'::text, 'video'::text, 'description'::text, 'name'::text])),
  constraint publications_state_check CHECK ((state = ANY (ARRAY['publishing'::text, 'active'::text, 'paused'::text, 'closed'::text, 'under_review'::text, 'failed'::text]))),
  constraint publications_type_check CHECK ((type = ANY (ARRAY['premium'::text, 'classic'::text]))),
  constraint publications_wanted_state_check CHECK ((desired_state = ANY (ARRAY['active'::text, 'paused'::text, 'closed'::text])))
);
comment on table publications is 'An advertisement at one marketplace account: what the seller wants of it, what the marketplace says, and what is still to be sent.';
alter table publications enable row level security;
alter table publications force row level security;

create table purchasing_settings (
  business_id bigint not null,
  limit_centavos bigint,
  blind_counting boolean not null default false,
  cover_days integer not null default 30,
  last_number integer not null default 0,
  version integer not null default 1,
  constraint purchasing_settings_pkey PRIMARY KEY (business_id),
  constraint purchasing_settings_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint purchasing_settings_cover_days_check CHECK (((cover_days >= 1) AND (cover_days <= 365))),
  constraint purchasing_settings_limit_centavos_check CHECK ((limit_centavos >= 0))
);
comment on table purchasing_settings is 'The rules of buying that the owner of a business has set, and the number of the newest supply request.';
alter table purchasing_settings enable row level security;
alter table purchasing_settings force row level security;

create table questions (
  id bigint not null generated always as identity,
  business_id bigint not null,
  account_id bigint not null,
  remote_id text not null,
  item_id text not null,
  buyer_id text not null,
  text text not null,
  asked_at timestamp with time zone not null,
  status text not null,
  on_hold boolean not null,
  answer text,
  answer_removed boolean not null default false,
  answered_at timestamp with time zone,
  read_at timestamp with time zone not null,
  reply text,
  reply_state text,
  reply_reason text,
  reply_detail text not null default ''::text,
  replied_by bigint,
  replied_at timestamp with time zone,
  state text not null generated always as (
CASE
    WHEN ((status = 'answered'::text) OR ((status = 'unanswered'::text) AND (reply_state = 'sent'::text))) THEN 'answered'::text
    WHEN (status = ANY (ARRAY['closed'::text, 'deleted'::text, 'disabled'::text])) THEN 'closed'::text
    WHEN ((status = ANY (ARRAY['under_review'::text, 'banned'::text])) OR on_hold) THEN 'blocked'::text
    WHEN (reply_state = 'sending'::text) THEN 'sending'::text
    WHEN (reply_state = 'refused'::text) THEN 'refused'::text
    ELSE 'waiting'::text
END) stored,
  search text not null generated always as (fold(((text || ' '::text) || COALESCE(answer, ''::text)))) stored,
  reply_begun_at timestamp with time zone,
  constraint questions_pkey PRIMARY KEY (id),
  constraint questions_account_id_remote_id_key UNIQUE (account_id, remote_id),
  constraint questions_business_id_id_key UNIQUE (business_id, id),
  constraint questions_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint questions_check CHECK (((reply_state IS NULL) = (reply IS NULL))),
  constraint questions_check1 CHECK (((reply_state = 'refused'::text) = (reply_reason IS NOT NULL))),
  constraint questions_check2 CHECK (((replied_by IS NULL) OR (replied_at IS NOT NULL))),
  constraint questions_reply_reason_check CHECK ((reply_reason = ANY (ARRAY['marketplace'::text, 'answered_elsewhere'::text, 'not_open'::text, 'no_answer'::text, 'account_disconnected'::text]))),
  constraint questions_reply_state_check CHECK ((reply_state = ANY (ARRAY['sending'::text, 'sent'::text, 'refused'::text]))),
  constraint questions_status_check CHECK ((status = ANY (ARRAY['unanswered'::text, 'answered'::text, 'closed'::text, 'under_review'::text, 'banned'::text, 'deleted'::text, 'disabled'::text])))
);
comment on table questions is 'Questions of buyers on a listing as the marketplace tells them. `reply` is the answer on its way to the marketplace.';
alter table questions enable row level security;
alter table questions force row level security;

create table receiving_scans (
  id bigint not null generated always as identity,
  business_id bigint not null,
  line_id bigint not null,
  client_id text not null,
  at timestamp with time zone not null,
  user_id bigint,
  constraint receiving_scans_pkey PRIMARY KEY (business_id, id),
  constraint receiving_scans_business_id_line_id_client_id_key UNIQUE (business_id, line_id, client_id),
  constraint receiving_scans_business_id_line_id_fkey FOREIGN KEY (business_id, line_id) REFERENCES supply_request_lines(business_id, id) ON DELETE CASCADE
);
comment on table receiving_scans is 'One row per scan that counted a volume in, so that a scan which is sent twice counts once. Growth: one row per volume received, kept with the request.';
alter table receiving_scans enable row level security;
alter table receiving_scans force row level security;

create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table recovery_codes is 'Hashes of the codes that replace a lost authenticator, each good for one use.';
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;

create table refused_sales (
  id bigint not null generated always as identity,
  business_id bigint not null,
  order_id bigint not null,
  seller_id bigint not null,
  warehouse_id bigint,
  cause text not null,
  reason text not null,
  items text not null,
  units integer not null,
  refused_by bigint,
  refused_at timestamp with time zone not null,
  moved_at timestamp with time zone,
  constraint refused_sales_pkey PRIMARY KEY (business_id, id),
  constraint refused_sales_seller_id_order_id_fkey FOREIGN KEY (seller_id, order_id) REFERENCES orders(business_id, id),
  constraint refused_sales_cause_check CHECK ((cause = ANY (ARRAY['refused'::text, 'short'::text])))
);
comment on table refused_sales is 'A sale that its supplier refused or had too little stock for, as it was when another business took it over.';
alter table refused_sales enable row level security;
alter table refused_sales force row level security;

create table remote_listings (
  id bigint not null generated always as identity,
  business_id bigint not null,
  account_id bigint not null,
  remote_id text not null,
  name text not null default ''::text,
  state text not null default 'active'::text,
  link text not null default ''::text,
  price_centavos bigint,
  quantity integer not null default 0,
  fulfilled_by_marketplace boolean not null default false,
  variations jsonb not null default '[]'::jsonb,
  skus text[] not null default '{}'::text[],
  gtins text[] not null default '{}'::text[],
  codes text not null default ''::text,
  search text not null generated always as (fold(((((name || ' '::text) || remote_id) || ' '::text) || codes))) stored,
  found_at timestamp with time zone not null,
  read_at timestamp with time zone,
  marketplace_kit boolean not null default false,
  constraint remote_listings_pkey PRIMARY KEY (business_id, id),
  constraint remote_listings_account_id_remote_id_key UNIQUE (account_id, remote_id),
  constraint remote_listings_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint remote_listings_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'under_review'::text, 'closed'::text])))
);
comment on table remote_listings is 'What the accounts list at their marketplaces as it was last read, also listings that no publication stands for.';
alter table remote_listings enable row level security;
alter table remote_listings force row level security;

create table reported_problem_images (
  id bigint not null generated always as identity,
  business_id bigint not null,
  problem_id bigint not null,
  image_id bigint not null,
  constraint reported_problem_images_pkey PRIMARY KEY (business_id, id),
  constraint reported_problem_images_problem_id_image_id_key UNIQUE (problem_id, image_id),
  constraint reported_problem_images_business_id_image_id_fkey FOREIGN KEY (business_id, image_id) REFERENCES images(business_id, id),
  constraint reported_problem_images_business_id_problem_id_fkey FOREIGN KEY (business_id, problem_id) REFERENCES reported_problems(business_id, id)
);
comment on table reported_problem_images is 'Photos of a reported problem.';
alter table reported_problem_images enable row level security;
alter table reported_problem_images force row level security;

create table reported_problems (
  id bigint not null generated always as identity,
  business_id bigint not null,
  request_id bigint not null,
  line_id bigint,
  kind text not null,
  title text not null,
  description text not null default ''::text,
  state text not null default 'open'::text,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  solved_by bigint,
  solved_at timestamp with time zone,
  solution text not null default ''::text,
  search text generated always as (fold(((title || ' '::text) || description))) stored,
  constraint reported_problems_pkey PRIMARY KEY (id),
  constraint reported_problems_business_id_id_key UNIQUE (business_id, id),
  constraint reported_problems_business_id_line_id_fkey FOREIGN KEY (business_id, line_id) REFERENCES supply_request_lines(business_id, id),
  constraint reported_problems_business_id_request_id_fkey FOREIGN KEY (business_id, request_id) REFERENCES supply_requests(business_id, id),
  constraint reported_problems_check CHECK (((state = 'solved'::text) = (solved_at IS NOT NULL))),
  constraint reported_problems_kind_check CHECK ((kind = ANY (ARRAY['missing'::text, 'too_many'::text, 'wrong'::text, 'damaged'::text, 'label'::text, 'price'::text, 'other'::text]))),
  constraint reported_problems_state_check CHECK ((state = ANY (ARRAY['open'::text, 'solved'::text])))
);
comment on table reported_problems is 'What was wrong with goods that came. They are kept for the record of the vendor.';
alter table reported_problems enable row level security;
alter table reported_problems force row level security;

create table reputation_readings (
  business_id bigint not null,
  account_id bigint not null,
  day date not null,
  read_at timestamp with time zone not null,
  reading jsonb not null,
  constraint reputation_readings_pkey PRIMARY KEY (business_id, account_id, day),
  constraint reputation_readings_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id)
);
comment on table reputation_readings is 'How a marketplace rates the seller of an account: the last reading of each day.';
alter table reputation_readings enable row level security;
alter table reputation_readings force row level security;

create table reservations (
  id bigint not null generated always as identity,
  business_id bigint not null,
  stock_id bigint not null,
  order_id bigint not null,
  part_id bigint not null,
  kind text not null,
  quantity integer not null,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint reservations_pkey PRIMARY KEY (business_id, id),
  constraint reservations_business_id_stock_id_fkey FOREIGN KEY (business_id, stock_id) REFERENCES stock(business_id, id),
  constraint reservations_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint reservations_part_id_fkey FOREIGN KEY (part_id) REFERENCES order_parts(id),
  constraint reservations_check CHECK (((state = 'open'::text) = (ended_at IS NULL))),
  constraint reservations_kind_check CHECK ((kind = ANY (ARRAY['soft'::text, 'firm'::text]))),
  constraint reservations_quantity_check CHECK ((quantity > 0)),
  constraint reservations_state_check CHECK ((state = ANY (ARRAY['open'::text, 'consumed'::text, 'released'::text])))
);
comment on table reservations is 'Stock that is reserved for one part of a sale. A reservation ends exactly once. Retention: deleted 90 days after it ended by the task jobs.forget-passed; the ledger keeps the movements.';
alter table reservations enable row level security;
alter table reservations force row level security;

create table reviews (
  id bigint not null generated always as identity,
  business_id bigint not null,
  account_id bigint not null,
  remote_id text not null,
  item_id text not null,
  rating integer not null,
  title text not null,
  text text not null,
  written_at timestamp with time zone not null,
  answer text,
  answered_at timestamp with time zone,
  reply text,
  reply_state text,
  reply_reason text,
  reply_detail text not null default ''::text,
  read_at timestamp with time zone not null,
  search text not null generated always as (fold(((((title || ' '::text) || text) || ' '::text) || COALESCE(answer, ''::text)))) stored,
  constraint reviews_pkey PRIMARY KEY (business_id, id),
  constraint reviews_account_id_remote_id_key UNIQUE (account_id, remote_id),
  constraint reviews_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES marketplace_accounts(business_id, id),
  constraint reviews_check CHECK (((reply_state IS NULL) = (reply IS NULL))),
  constraint reviews_check1 CHECK (((reply_state = 'refused'::text) = (reply_reason IS NOT NULL))),
  constraint reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint reviews_reply_reason_check CHECK ((reply_reason = ANY (ARRAY['marketplace'::text, 'not_open'::text, 'no_answer'::text, 'account_disconnected'::text]))),
  constraint reviews_reply_state_check CHECK ((reply_state = ANY (ARRAY['sending'::text, 'sent'::text, 'refused'::text])))
);
comment on table reviews is 'Reviews of publications by buyers.';
alter table reviews enable row level security;
alter table reviews force row level security;

create table sale_serials (
  business_id bigint not null,
  id bigint not null generated always as identity,
  fulfiller_id bigint not null,
  order_id bigint not null,
  part_id bigint not null,
  serial_id bigint not null,
  code text not null,
  client_id text not null,
  at timestamp with time zone not null,
  freed_at timestamp with time zone,
  return_unit_id bigint,
  returned_at timestamp with time zone,
  constraint sale_serials_pkey PRIMARY KEY (business_id, id),
  constraint sale_serials_scan UNIQUE (fulfiller_id, client_id),
  constraint sale_serials_business_id_order_id_fkey FOREIGN KEY (business_id, order_id) REFERENCES orders(business_id, id),
  constraint sale_serials_business_id_part_id_fkey FOREIGN KEY (business_id, part_id) REFERENCES order_parts(business_id, id),
  constraint sale_serials_fulfiller_id_return_unit_id_fkey FOREIGN KEY (fulfiller_id, return_unit_id) REFERENCES parcel_return_units(business_id, id),
  constraint sale_serials_fulfiller_id_serial_id_fkey FOREIGN KEY (fulfiller_id, serial_id) REFERENCES serials(business_id, id)
);
comment on table sale_serials is 'Serial numbers of the units of a sale, as they were scanned at the bench. Growth: one row per unit, kept with the sale.';
alter table sale_serials enable row level security;
alter table sale_serials force row level security;

create table sales_taxes (
  business_id bigint not null,
  from_day date not null,
  regime text not null,
  basis_points integer not null,
  constraint sales_taxes_pkey PRIMARY KEY (business_id, from_day),
  constraint sales_taxes_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint sales_taxes_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 5000))),
  constraint sales_taxes_regime_check CHECK ((regime = ANY (ARRAY['simples'::text, 'mei'::text, 'presumed'::text, 'real'::text])))
);
comment on table sales_taxes is 'The share of the revenue of sales bought from a day on that a seller pays as taxes. Without a row no taxes are counted.';
alter table sales_taxes enable row level security;
alter table sales_taxes force row level security;

create table saved_views (
  id bigint not null generated always as identity,
  business_id bigint not null,
  user_id bigint,
  list text not null,
  name text not null,
  query text not null default ''::text,
  sort text not null default ''::text,
  hidden text[] not null default '{}'::text[],
  is_default boolean not null default false,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  constraint saved_views_pkey PRIMARY KEY (business_id, id),
  constraint saved_views_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint saved_views_business_id_user_id_fkey FOREIGN KEY (business_id, user_id) REFERENCES staff(business_id, user_id) ON DELETE CASCADE,
  constraint saved_views_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);
comment on table saved_views is 'A list as a person or the business saved it: filters, order and columns. Without user_id it belongs to the business.';
alter table saved_views enable row level security;
alter table saved_views force row level security;

create table second_step_failures (
  id bigint not null generated always as identity,
  user_id bigint not null,
  at timestamp with time zone not null,
  constraint second_step_failures_pkey PRIMARY KEY (id),
  constraint second_step_failures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table second_step_failures is 'Wrong second steps of the last minutes, for the limit on attempts.';
alter table second_step_failures enable row level security;
alter table second_step_failures force row level security;

create table serial_events (
  business_id bigint not null,
  id bigint not null generated always as identity,
  serial_id bigint not null,
  at timestamp with time zone not null,
  user_id bigint,
  station_id bigint default app_station_or_null(),
  kind text not null,
  seller_id bigint,
  order_id bigint,
  reason text not null default ''::text,
  constraint serial_events_pkey PRIMARY KEY (business_id, id),
  constraint serial_events_business_id_serial_id_fkey FOREIGN KEY (business_id, serial_id) REFERENCES serials(business_id, id),
  constraint serial_events_business_id_station_id_fkey FOREIGN KEY (business_id, station_id) REFERENCES stations(business_id, id),
  constraint serial_events_seller_id_order_id_fkey FOREIGN KEY (seller_id, order_id) REFERENCES orders(business_id, id),
  constraint serial_events_check CHECK (((seller_id IS NULL) = (order_id IS NULL))),
  constraint serial_events_kind_check CHECK ((kind = ANY (ARRAY['received'::text, 'recorded'::text, 'scanned'::text, 'packed'::text, 'freed'::text, 'put_back'::text, 'returned'::text, 'inspection_voided'::text, 'stored'::text, 'set_aside'::text, 'lost'::text, 'gone'::text, 'found'::text])))
);
comment on table serial_events is 'The history of a serial number. Rows are only added. Growth: some rows per unit, kept with its serial number.';
alter table serial_events enable row level security;
alter table serial_events force row level security;

create table serials (
  business_id bigint not null,
  id bigint not null generated always as identity,
  product_id bigint not null,
  variation_id bigint not null,
  code text not null,
  state text not null,
  here boolean not null,
  request_id bigint,
  client_id text not null,
  changed_at timestamp with time zone not null,
  search text generated always as (fold(code)) stored,
  constraint serials_pkey PRIMARY KEY (business_id, id),
  constraint serials_code UNIQUE (business_id, product_id, code),
  constraint serials_scan UNIQUE (business_id, client_id),
  constraint serials_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint serials_business_id_product_id_fkey FOREIGN KEY (business_id, product_id) REFERENCES products(business_id, id),
  constraint serials_business_id_request_id_fkey FOREIGN KEY (business_id, request_id) REFERENCES supply_requests(business_id, id),
  constraint serials_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES product_variations(business_id, id),
  constraint serials_check CHECK ((here OR (state <> 'in_stock'::text))),
  constraint serials_check1 CHECK (((NOT here) OR (state <> 'gone'::text))),
  constraint serials_code_check CHECK ((code <> ''::text)),
  constraint serials_state_check CHECK ((state = ANY (ARRAY['in_stock'::text, 'with_sale'::text, 'returned'::text, 'gone'::text])))
);
comment on table serials is 'Serial numbers of the units of products that ask for them, each once per product. Growth: one row per unit, kept for good as proof of which unit was sold.';
alter table serials enable row level security;
alter table serials force row level security;

create table sessions (
  id bigint not null generated always as identity,
  user_id bigint not null,
  business_id bigint,
  stage text not null default 'full'::text,
  access_hash bytea not null,
  access_expires_at timestamp with time zone not null,
  family_hash bytea not null,
  refresh_hash bytea not null,
  previous_refresh_hash bytea,
  rotated_at timestamp with time zone,
  successor text,
  fresh_until timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_reason text,
  user_agent text,
  station_id bigint,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_access_hash_key UNIQUE (access_hash),
  constraint sessions_family_hash_key UNIQUE (family_hash),
  constraint sessions_previous_refresh_hash_key UNIQUE (previous_refresh_hash),
  constraint sessions_refresh_hash_key UNIQUE (refresh_hash),
  constraint sessions_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint sessions_business_id_station_id_fkey FOREIGN KEY (business_id, station_id) REFERENCES stations(business_id, id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_stage_check CHECK ((stage = ANY (ARRAY['full'::text, 'otp'::text])))
);
comment on table sessions is 'One row per signed-in device. A refresh token is the family, which stays, and a secret, which rotates: a known family with any secret but the current one is a token that was used twice. Retention: rows are deleted 180 days after they end (Marco Civil da Internet, art. 15) by the task jobs.forget-passed.';
alter table sessions enable row level security;
alter table sessions force row level security;

create table sign_in_failures (
  email_hash bytea not null,
  at timestamp with time zone not null,
  source_hash bytea not null,
  known boolean not null
);
comment on table sign_in_failures is 'Failed sign-ins of the last minutes, by the hash of the address, for the limit on attempts. It has no tenant, because the person is not known yet.';

create table staff (
  id bigint not null generated always as identity,
  business_id bigint not null,
  user_id bigint not null,
  roles text[] not null,
  warehouse_ids bigint[],
  created_at timestamp with time zone not null,
  version integer not null default 1,
  constraint staff_pkey PRIMARY KEY (id),
  constraint staff_business_id_id_key UNIQUE (business_id, id),
  constraint staff_business_id_user_id_key UNIQUE (business_id, user_id),
  constraint staff_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint staff_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint staff_roles_check CHECK (((cardinality(roles) > 0) AND (roles <@ ARRAY['owner'::text, 'administrator'::text, 'stockist'::text, 'packer'::text, 'distributor'::text, 'seller'::text, 'supplier'::text])))
);
comment on table staff is 'Who belongs to a business, with which roles and in which warehouses.';
alter table staff enable row level security;
alter table staff force row level security;

create table staff_invitations (
  id bigint not null generated always as identity,
  business_id bigint not null,
  email text not null,
  roles text[] not null,
  warehouse_ids bigint[],
  token_hash bytea not null,
  invited_by bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  constraint staff_invitations_pkey PRIMARY KEY (business_id, id),
  constraint staff_invitations_token_hash_key UNIQUE (token_hash),
  constraint staff_invitations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint staff_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id)
);
comment on table staff_invitations is 'Invitations to join a business, by the hash of the token in the mail.';
alter table staff_invitations enable row level security;
alter table staff_invitations force row level security;

create table station_failures (
  id bigint not null generated always as identity,
  business_id bigint not null,
  station_id bigint not null,
  user_id bigint not null,
  at timestamp with time zone not null,
  constraint station_failures_pkey PRIMARY KEY (business_id, id),
  constraint station_failures_business_id_station_id_fkey FOREIGN KEY (business_id, station_id) REFERENCES stations(business_id, id)
);
comment on table station_failures is 'Wrong PINs at a station, and tries that are being checked. A right PIN deletes the tries that were booked for it.';
alter table station_failures enable row level security;
alter table station_failures force row level security;

create table stations (
  id bigint not null generated always as identity,
  business_id bigint not null,
  warehouse_id bigint not null,
  name text not null,
  token_hash bytea not null,
  enrolled_by bigint not null,
  enrolled_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_user_id bigint,
  revoked_at timestamp with time zone,
  version integer not null default 1,
  constraint stations_pkey PRIMARY KEY (id),
  constraint stations_business_id_id_key UNIQUE (business_id, id),
  constraint stations_token_hash_key UNIQUE (token_hash),
  constraint stations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint stations_business_id_warehouse_id_fkey FOREIGN KEY (business_id, warehouse_id) REFERENCES warehouses(business_id, id)
);
comment on table stations is 'Devices of the warehouse floor at which people change by PIN.';
alter table stations enable row level security;
alter table stations force row level security;

create table stock (
  id bigint not null generated always as identity,
  business_id bigint not null,
  variation_id bigint not null,
  warehouse_id bigint not null,
  on_hand integer not null default 0,
  reserved integer not null default 0,
  soft integer not null default 0,
  hold integer not null default 0,
  inbound integer not null default 0,
  packed integer not null default 0,
  buffer integer not null default 0,
  sellable integer generated always as (GREATEST(0, ((((on_hand - reserved) - soft) - hold) - buffer))) stored,
  revision bigint not null default 0,
  shortfall integer not null default 0,
  constraint stock_pkey PRIMARY KEY (id),
  constraint stock_business_id_id_key UNIQUE (business_id, id),
  constraint stock_business_id_id_variation_id_warehouse_id_key UNIQUE (business_id, id, variation_id, warehouse_id),
  constraint stock_variation_id_warehouse_id_key UNIQUE (variation_id, warehouse_id),
  constraint stock_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint stock_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES product_variations(business_id, id),
  constraint stock_business_id_warehouse_id_fkey FOREIGN KEY (business_id, warehouse_id) REFERENCES warehouses(business_id, id),
  constraint stock_buffer_check CHECK ((buffer >= 0)),
  constraint stock_hold_check CHECK ((hold >= 0)),
  constraint stock_inbound_check CHECK ((inbound >= 0)),
  constraint stock_on_hand_check CHECK ((on_hand >= 0)),
  constraint stock_packed_check CHECK ((packed >= 0)),
  constraint stock_reserved_check CHECK ((reserved >= 0)),
  constraint stock_reserved_on_hand CHECK ((reserved <= (on_hand + shortfall))),
  constraint stock_shortfall_check CHECK ((shortfall >= 0)),
  constraint stock_soft_check CHECK ((soft >= 0))
);
comment on table stock is 'The stock level of a variation in a warehouse: one row with the sums of its ledger entries.';
alter table stock enable row level security;
alter table stock force row level security;

create table stock_drifts (
  id bigint not null generated always as identity,
  business_id bigint not null,
  stock_id bigint not null,
  bucket text not null,
  source text not null,
  stored integer not null,
  recounted integer not null,
  found_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint stock_drifts_pkey PRIMARY KEY (business_id, id),
  constraint stock_drifts_business_id_stock_id_fkey FOREIGN KEY (business_id, stock_id) REFERENCES stock(business_id, id),
  constraint stock_drifts_bucket_check CHECK ((bucket = ANY (ARRAY['on_hand'::text, 'reserved'::text, 'soft'::text, 'hold'::text, 'inbound'::text, 'packed'::text]))),
  constraint stock_drifts_source_check CHECK ((source = ANY (ARRAY['entries'::text, 'volumes'::text, 'reservations'::text])))
);
comment on table stock_drifts is 'What the nightly recount found: a bucket of a stock level that differs from its entries, volumes or reservations. The recount corrects nothing; a drift ends when a later recount finds both equal.';
alter table stock_drifts enable row level security;
alter table stock_drifts force row level security;

create table supplier_bank_accounts (
  business_id bigint not null,
  pix_key_type text not null,
  pix_key text not null,
  holder text not null,
  city text not null,
  bank text not null default ''::text,
  agency text not null default ''::text,
  account text not null default ''::text,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  sealed boolean not null default false,
  constraint supplier_bank_accounts_pkey PRIMARY KEY (business_id),
  constraint supplier_bank_accounts_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint supplier_bank_accounts_pix_key_type_check CHECK ((pix_key_type = ANY (ARRAY['document'::text, 'phone'::text, 'email'::text, 'random'::text])))
);
comment on table supplier_bank_accounts is 'Bank and PIX data of a supplier, sealed. A closed invoice keeps its own copy.';
alter table supplier_bank_accounts enable row level security;
alter table supplier_bank_accounts force row level security;

create table supplier_contacts (
  id bigint not null generated always as identity,
  business_id bigint not null,
  supplier_id bigint not null,
  name text not null default ''::text,
  phone text not null default ''::text,
  email text not null default ''::text,
  main boolean not null default false,
  constraint supplier_contacts_pkey PRIMARY KEY (business_id, id),
  constraint supplier_contacts_business_id_supplier_id_fkey FOREIGN KEY (business_id, supplier_id) REFERENCES suppliers(business_id, id) ON DELETE CASCADE
);
comment on table supplier_contacts is 'The people to ask at a vendor.';
alter table supplier_contacts enable row level security;
alter table supplier_contacts force row level security;

create table supplier_documents (
  id bigint not null generated always as identity,
  business_id bigint not null,
  supplier_id bigint not null,
  file_id bigint not null,
  name text not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  constraint supplier_documents_pkey PRIMARY KEY (id),
  constraint supplier_documents_business_id_id_key UNIQUE (business_id, id),
  constraint supplier_documents_business_id_file_id_fkey FOREIGN KEY (business_id, file_id) REFERENCES files(business_id, id),
  constraint supplier_documents_business_id_supplier_id_fkey FOREIGN KEY (business_id, supplier_id) REFERENCES suppliers(business_id, id)
);
comment on table supplier_documents is 'Documents of a vendor: NF-e as they came, and other files.';
alter table supplier_documents enable row level security;
alter table supplier_documents force row level security;

create table supplier_items (
  business_id bigint not null,
  supplier_id bigint not null,
  variation_id bigint not null,
  supplier_sku text not null default ''::text,
  quantity_per_volume integer not null default 1,
  price_centavos bigint not null,
  at timestamp with time zone not null,
  constraint supplier_items_pkey PRIMARY KEY (business_id, supplier_id, variation_id),
  constraint supplier_items_business_id_supplier_id_fkey FOREIGN KEY (business_id, supplier_id) REFERENCES suppliers(business_id, id) ON DELETE CASCADE,
  constraint supplier_items_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES product_variations(business_id, id),
  constraint supplier_items_price_centavos_check CHECK ((price_centavos > 0)),
  constraint supplier_items_quantity_per_volume_check CHECK ((quantity_per_volume > 0))
);
comment on table supplier_items is 'What a vendor delivers, with the SKU and the packaging of the vendor.';
alter table supplier_items enable row level security;
alter table supplier_items force row level security;

create table suppliers (
  id bigint not null generated always as identity,
  business_id bigint not null,
  name text not null,
  fantasy_name text not null default ''::text,
  document text not null default ''::text,
  state_inscription text not null default ''::text,
  zip text not null default ''::text,
  state text not null default ''::text,
  city text not null default ''::text,
  neighborhood text not null default ''::text,
  street text not null default ''::text,
  number text not null default ''::text,
  complement text not null default ''::text,
  notes text not null default ''::text,
  lead_days integer,
  minimum_order_centavos bigint,
  archived_at timestamp with time zone,
  search text generated always as (fold(((((((name || ' '::text) || fantasy_name) || ' '::text) || document) || ' '::text) || city))) stored,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  payment_terms text not null default ''::text,
  updated_at timestamp with time zone not null default app_now(),
  constraint suppliers_pkey PRIMARY KEY (id),
  constraint suppliers_business_id_id_key UNIQUE (business_id, id),
  constraint suppliers_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint suppliers_lead_days_check CHECK ((lead_days >= 0)),
  constraint suppliers_minimum_order_centavos_check CHECK ((minimum_order_centavos >= 0))
);
comment on table suppliers is 'Vendors that a business buys goods from.';
alter table suppliers enable row level security;
alter table suppliers force row level security;

create table supply_request_answers (
  id bigint not null generated always as identity,
  business_id bigint not null,
  request_id bigint not null,
  line_id bigint not null,
  name text not null,
  quantity integer not null,
  delivery_on date,
  note text not null default ''::text,
  at timestamp with time zone not null,
  taken boolean,
  constraint supply_request_answers_pkey PRIMARY KEY (business_id, id),
  constraint supply_request_answers_business_id_line_id_fkey FOREIGN KEY (business_id, line_id) REFERENCES supply_request_lines(business_id, id),
  constraint supply_request_answers_business_id_request_id_fkey FOREIGN KEY (business_id, request_id) REFERENCES supply_requests(business_id, id),
  constraint supply_request_answers_quantity_check CHECK ((quantity >= 0))
);
comment on table supply_request_answers is 'What a vendor answered to a line. Each answer is kept.';
alter table supply_request_answers enable row level security;
alter table supply_request_answers force row level security;

create table supply_request_events (
  id bigint not null generated always as identity,
  business_id bigint not null,
  request_id bigint not null,
  at timestamp with time zone not null,
  user_id bigint,
  kind text not null,
  detail jsonb not null default '{}'::jsonb,
  station_id bigint default app_station_or_null(),
  constraint supply_request_events_pkey PRIMARY KEY (business_id, id),
  constraint supply_request_events_business_id_request_id_fkey FOREIGN KEY (business_id, request_id) REFERENCES supply_requests(business_id, id) ON DELETE CASCADE,
  constraint supply_request_events_business_id_station_id_fkey FOREIGN KEY (business_id, station_id) REFERENCES stations(business_id, id)
);
comment on table supply_request_events is 'The history of a supply request. Rows are only added. Growth: some rows per request, kept for good as its history.';
alter table supply_request_events enable row level security;
alter table supply_request_events force row level security;

create table supply_request_lines (
  id bigint not null generated always as identity,
  business_id bigint not null,
  request_id bigint not null,
  variation_id bigint not null,
  supplier_sku text not null default ''::text,
  quantity integer not null,
  quantity_per_volume integer not null default 1,
  price_centavos bigint not null,
  inbound integer not null default 0,
  counted_volumes integer,
  counted_by bigint,
  closed_units integer not null default 0,
  confirmed_quantity integer,
  confirmed_on date,
  total_centavos bigint not null,
  constraint supply_request_lines_pkey PRIMARY KEY (id),
  constraint supply_request_lines_business_id_id_key UNIQUE (business_id, id),
  constraint supply_request_lines_request_id_variation_id_key UNIQUE (request_id, variation_id),
  constraint supply_request_lines_business_id_request_id_fkey FOREIGN KEY (business_id, request_id) REFERENCES supply_requests(business_id, id) ON DELETE CASCADE,
  constraint supply_request_lines_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES product_variations(business_id, id),
  constraint supply_request_lines_closed_units_check CHECK ((closed_units >= 0)),
  constraint supply_request_lines_confirmed_quantity_check CHECK ((confirmed_quantity >= 0)),
  constraint supply_request_lines_counted_volumes_check CHECK ((counted_volumes >= 0)),
  constraint supply_request_lines_inbound_check CHECK ((inbound >= 0)),
  constraint supply_request_lines_price_centavos_check CHECK ((price_centavos > 0)),
  constraint supply_request_lines_quantity_check CHECK ((quantity > 0)),
  constraint supply_request_lines_quantity_per_volume_check CHECK ((quantity_per_volume > 0)),
  constraint supply_request_lines_total_centavos_check CHECK (((total_centavos >= 0) AND ((price_centavos)::numeric = GREATEST((1)::numeric, round(((total_centavos)::numeric / (quantity)::numeric))))))
);
comment on table supply_request_lines is 'Lines of a supply request: what was ordered, confirmed, received and given up.';
alter table supply_request_lines enable row level security;
alter table supply_request_lines force row level security;

create table supply_requests (
  id bigint not null generated always as identity,
  business_id bigint not null,
  number integer not null,
  supplier_id bigint not null,
  warehouse_id bigint not null,
  state text not null default 'pending'::text,
  estimated_delivery date,
  notes text not null default ''::text,
  locale text not null default 'pt'::text,
  shows_prices boolean not null default true,
  total_products integer not null default 0,
  total_centavos bigint not null default 0,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  approved_by bigint,
  approved_at timestamp with time zone,
  canceled_at timestamp with time zone,
  cancel_reason text,
  version integer not null default 1,
  arrived_at timestamp with time zone,
  attended_at timestamp with time zone,
  parent_id bigint,
  print_key uuid,
  ordered_delivery date,
  updated_at timestamp with time zone not null default app_now(),
  constraint supply_requests_pkey PRIMARY KEY (id),
  constraint supply_requests_business_id_id_key UNIQUE (business_id, id),
  constraint supply_requests_business_id_number_key UNIQUE (business_id, number),
  constraint supply_requests_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint supply_requests_business_id_supplier_id_fkey FOREIGN KEY (business_id, supplier_id) REFERENCES suppliers(business_id, id),
  constraint supply_requests_business_id_warehouse_id_fkey FOREIGN KEY (business_id, warehouse_id) REFERENCES warehouses(business_id, id),
  constraint supply_requests_parent FOREIGN KEY (business_id, parent_id) REFERENCES supply_requests(business_id, id),
  constraint supply_requests_check CHECK (((state = 'canceled'::text) = (canceled_at IS NOT NULL))),
  constraint supply_requests_check1 CHECK (((state = ANY (ARRAY['pending'::text, 'canceled'::text])) OR (approved_at IS NOT NULL))),
  constraint supply_requests_locale_check CHECK ((locale = ANY (ARRAY['pt'::text, 'en'::text]))),
  constraint supply_requests_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'in_transport'::text, 'check_volumes'::text, 'register_volumes'::text, 'tag_volumes'::text, 'stock_up'::text, 'attended'::text, 'canceled'::text]))),
  constraint supply_requests_total_centavos_check CHECK ((total_centavos >= 0)),
  constraint supply_requests_total_products_check CHECK ((total_products >= 0))
);
comment on table supply_requests is 'Requests for goods to a vendor, from the draft to the last volume received.';
alter table supply_requests enable row level security;
alter table supply_requests force row level security;

create table trade_links (
  id bigint not null generated always as identity,
  seller_id bigint not null,
  supplier_id bigint not null,
  state text not null default 'active'::text,
  accept_mode text not null default 'auto'::text,
  due_days integer not null default 7,
  credit_limit_centavos bigint,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  overdue_days integer not null default 3,
  updated_at timestamp with time zone not null default app_now(),
  constraint trade_links_pkey PRIMARY KEY (id),
  constraint trade_links_seller_id_supplier_id_key UNIQUE (seller_id, supplier_id),
  constraint trade_links_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES businesses(id),
  constraint trade_links_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES businesses(id),
  constraint trade_links_accept_mode_check CHECK ((accept_mode = ANY (ARRAY['auto'::text, 'manual'::text]))),
  constraint trade_links_check CHECK ((seller_id <> supplier_id)),
  constraint trade_links_credit_limit_centavos_check CHECK ((credit_limit_centavos >= 0)),
  constraint trade_links_due_days_check CHECK (((due_days >= 0) AND (due_days <= 90))),
  constraint trade_links_overdue_days_check CHECK (((overdue_days >= 0) AND (overdue_days <= 90))),
  constraint trade_links_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'active'::text, 'blocked'::text])))
);
comment on table trade_links is 'A seller and a supplier, and the terms between them (resource `companies`).';
alter table trade_links enable row level security;
alter table trade_links force row level security;

create table two_step_resets (
  id bigint not null generated always as identity,
  business_id bigint not null,
  user_id bigint not null,
  asked_by bigint not null,
  due_at timestamp with time zone not null,
  stop_hash bytea,
  stopped_at timestamp with time zone,
  done_at timestamp with time zone,
  constraint two_step_resets_pkey PRIMARY KEY (business_id, id),
  constraint two_step_resets_stop_hash_key UNIQUE (stop_hash),
  constraint two_step_resets_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint two_step_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table two_step_resets is 'An owner removes the second step of a colleague who lost it: the reset takes effect at due_at and can be stopped until then.';
alter table two_step_resets enable row level security;
alter table two_step_resets force row level security;

create table two_step_secrets (
  user_id bigint not null,
  secret text not null,
  created_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint two_step_secrets_pkey PRIMARY KEY (user_id),
  constraint two_step_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table two_step_secrets is 'The second step of signing in: the secret of an authenticator app, sealed. It is asked for from activated_at on.';
alter table two_step_secrets enable row level security;
alter table two_step_secrets force row level security;

create table users (
  id bigint not null generated by default as identity,
  name text not null,
  email text not null,
  password_hash text not null,
  locale text not null default 'pt'::text,
  activated_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  hands_free boolean not null default true,
  removed_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_locale_check CHECK ((locale = ANY (ARRAY['pt'::text, 'en'::text])))
);
comment on table users is 'People who sign in. The row of a person who left stays under a pseudonym, because histories name it.';
alter table users enable row level security;
alter table users force row level security;

create table vendor_invoice_items (
  id bigint not null generated always as identity,
  business_id bigint not null,
  invoice_id bigint not null,
  line_id bigint,
  code text not null,
  gtin text not null,
  name text not null,
  units integer,
  cost_centavos bigint,
  goods_centavos bigint not null,
  sold_quantity numeric(20,10),
  sold_unit text not null default ''::text,
  lots jsonb not null default '[]'::jsonb,
  constraint vendor_invoice_items_pkey PRIMARY KEY (business_id, id),
  constraint vendor_invoice_items_invoice FOREIGN KEY (business_id, invoice_id) REFERENCES vendor_invoices(business_id, id) ON DELETE CASCADE,
  constraint vendor_invoice_items_line FOREIGN KEY (business_id, line_id) REFERENCES supply_request_lines(business_id, id) ON DELETE SET NULL (line_id),
  constraint vendor_invoice_items_cost_centavos_check CHECK ((cost_centavos >= 0)),
  constraint vendor_invoice_items_goods_centavos_check CHECK ((goods_centavos >= 0)),
  constraint vendor_invoice_items_units_check CHECK ((units >= 0))
);
comment on table vendor_invoice_items is 'A line of an NF-e as the document has it, the line of the request that it belongs to, and its lots.';
alter table vendor_invoice_items enable row level security;
alter table vendor_invoice_items force row level security;

create table vendor_invoices (
  id bigint not null generated always as identity,
  business_id bigint not null,
  request_id bigint not null,
  key text not null,
  number text not null,
  series text not null,
  issued_at timestamp with time zone not null,
  total_centavos bigint not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  document_id bigint,
  charges_centavos bigint not null default 0,
  discount_centavos bigint not null default 0,
  released boolean not null default false,
  constraint vendor_invoices_pkey PRIMARY KEY (id),
  constraint vendor_invoices_business_id_id_key UNIQUE (business_id, id),
  constraint vendor_invoices_document FOREIGN KEY (business_id, document_id) REFERENCES supplier_documents(business_id, id),
  constraint vendor_invoices_request FOREIGN KEY (business_id, request_id) REFERENCES supply_requests(business_id, id) ON DELETE CASCADE,
  constraint vendor_invoices_charges_centavos_check CHECK ((charges_centavos >= 0)),
  constraint vendor_invoices_discount_centavos_check CHECK ((discount_centavos >= 0)),
  constraint vendor_invoices_key_check CHECK ((length(key) = 44)),
  constraint vendor_invoices_total_centavos_check CHECK ((total_centavos >= 0))
);
comment on table vendor_invoices is 'NF-e of vendors by which goods come. Each access key counts once.';
alter table vendor_invoices enable row level security;
alter table vendor_invoices force row level security;

create table vendor_return_lines (
  business_id bigint not null,
  id bigint not null generated always as identity,
  return_id bigint not null,
  volume_id bigint not null,
  variation_id bigint not null,
  batch_id bigint,
  quantity integer not null,
  reason text not null,
  cost_centavos bigint,
  open boolean not null default true,
  constraint vendor_return_lines_pkey PRIMARY KEY (business_id, id),
  constraint vendor_return_lines_batch FOREIGN KEY (business_id, batch_id) REFERENCES batches(business_id, id),
  constraint vendor_return_lines_business_id_return_id_fkey FOREIGN KEY (business_id, return_id) REFERENCES vendor_returns(business_id, id),
  constraint vendor_return_lines_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES product_variations(business_id, id),
  constraint vendor_return_lines_business_id_volume_id_fkey FOREIGN KEY (business_id, volume_id) REFERENCES volumes(business_id, id),
  constraint vendor_return_lines_cost_centavos_check CHECK ((cost_centavos >= 0)),
  constraint vendor_return_lines_quantity_check CHECK ((quantity > 0)),
  constraint vendor_return_lines_reason_check CHECK ((reason = ANY (ARRAY['damaged'::text, 'defective'::text, 'expired'::text, 'not_ordered'::text, 'surplus'::text, 'other'::text])))
);
comment on table vendor_return_lines is 'Units of a blocked volume on a return to a vendor. Growth: some rows per return, kept with it.';
alter table vendor_return_lines enable row level security;
alter table vendor_return_lines force row level security;

create table vendor_returns (
  business_id bigint not null,
  id bigint not null generated always as identity,
  warehouse_id bigint not null,
  number integer not null,
  state text not null default 'open'::text,
  supplier_id bigint,
  vendor_name text not null default ''::text,
  vendor_document text not null default ''::text,
  note text not null default ''::text,
  invoice_key text not null default ''::text,
  created_at timestamp with time zone not null,
  created_by bigint not null,
  handed_over_at timestamp with time zone,
  handed_over_by bigint,
  credited_on date,
  credit_centavos bigint,
  canceled_because text not null default ''::text,
  search text generated always as (fold(((((((((number || ' '::text) || vendor_name) || ' '::text) || vendor_document) || ' '::text) || invoice_key) || ' '::text) || note))) stored,
  version integer not null default 1,
  constraint vendor_returns_pkey PRIMARY KEY (business_id, id),
  constraint vendor_returns_business_id_number_key UNIQUE (business_id, number),
  constraint vendor_returns_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint vendor_returns_business_id_supplier_id_fkey FOREIGN KEY (business_id, supplier_id) REFERENCES suppliers(business_id, id) ON DELETE SET NULL (supplier_id),
  constraint vendor_returns_business_id_warehouse_id_fkey FOREIGN KEY (business_id, warehouse_id) REFERENCES warehouses(business_id, id),
  constraint vendor_returns_credit_centavos_check CHECK ((credit_centavos >= 0)),
  constraint vendor_returns_credited CHECK ((((credited_on IS NOT NULL) = (state = 'credited'::text)) AND ((credit_centavos IS NULL) OR (state = 'credited'::text)))),
  constraint vendor_returns_handed_over CHECK ((((handed_over_at IS NOT NULL) = (state = ANY (ARRAY['handed_over'::text, 'credited'::text]))) AND ((handed_over_at IS NULL) = (handed_over_by IS NULL)))),
  constraint vendor_returns_invoice_key_check CHECK (((invoice_key = ''::text) OR (length(invoice_key) = 44))),
  constraint vendor_returns_number_check CHECK ((number > 0)),
  constraint vendor_returns_state_check CHECK ((state = ANY (ARRAY['open'::text, 'ready'::text, 'handed_over'::text, 'credited'::text, 'canceled'::text]))),
  constraint vendor_returns_vendor CHECK (((vendor_name <> ''::text) OR (state = ANY (ARRAY['open'::text, 'canceled'::text]))))
);
comment on table vendor_returns is 'Goods of blocked volumes that go back to the vendor, with a document. Growth: some a month, kept as proof of what left the stock.';
alter table vendor_returns enable row level security;
alter table vendor_returns force row level security;

create table virtual_product_components (
  id bigint not null generated always as identity,
  business_id bigint not null,
  virtual_product_id bigint not null,
  dropship_item_id bigint not null,
  supplier_id bigint not null,
  quantity integer not null,
  product_name text not null default ''::text,
  sku text not null default ''::text,
  constraint virtual_product_components_pkey PRIMARY KEY (business_id, id),
  constraint virtual_product_components_virtual_product_id_dropship_item_key UNIQUE (virtual_product_id, dropship_item_id),
  constraint virtual_product_components_business_id_virtual_product_id_fkey FOREIGN KEY (business_id, virtual_product_id) REFERENCES virtual_products(business_id, id) ON DELETE CASCADE,
  constraint virtual_product_components_supplier_id_dropship_item_id_fkey FOREIGN KEY (supplier_id, dropship_item_id) REFERENCES dropship_items(business_id, id),
  constraint virtual_product_components_supplier_id_fkey FOREIGN KEY (supplier_id) REFERENCES businesses(id),
  constraint virtual_product_components_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000)))
);
comment on table virtual_product_components is 'The offers of which a kit is made.';
alter table virtual_product_components enable row level security;
alter table virtual_product_components force row level security;

create table virtual_products (
  id bigint not null generated always as identity,
  business_id bigint not null,
  name text not null,
  sku text not null default ''::text,
  title text not null default ''::text,
  weight numeric(10,3),
  width numeric(10,1),
  height numeric(10,1),
  depth numeric(10,1),
  archived boolean not null default false,
  search text not null generated always as (fold(((((name || ' '::text) || sku) || ' '::text) || title))) stored,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  constraint virtual_products_pkey PRIMARY KEY (id),
  constraint virtual_products_business_id_id_key UNIQUE (business_id, id),
  constraint virtual_products_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint virtual_products_depth_check CHECK ((depth > (0)::numeric)),
  constraint virtual_products_height_check CHECK ((height > (0)::numeric)),
  constraint virtual_products_weight_check CHECK ((weight > (0)::numeric)),
  constraint virtual_products_width_check CHECK ((width > (0)::numeric))
);
comment on table virtual_products is 'Kits: compositions of offers with a name, a SKU and a box of their own.';
alter table virtual_products enable row level security;
alter table virtual_products force row level security;

create table volume_event_images (
  id bigint not null generated always as identity,
  business_id bigint not null,
  event_id bigint not null,
  image_id bigint not null,
  constraint volume_event_images_pkey PRIMARY KEY (business_id, id),
  constraint volume_event_images_event_id_image_id_key UNIQUE (event_id, image_id),
  constraint volume_event_images_business_id_event_id_fkey FOREIGN KEY (business_id, event_id) REFERENCES volume_events(business_id, id),
  constraint volume_event_images_business_id_image_id_fkey FOREIGN KEY (business_id, image_id) REFERENCES images(business_id, id)
);
comment on table volume_event_images is 'Photos of what was seen when a volume was blocked. They are kept as long as the history.';
alter table volume_event_images enable row level security;
alter table volume_event_images force row level security;

create table volume_events (
  id bigint not null generated always as identity,
  business_id bigint not null,
  volume_id bigint not null,
  at timestamp with time zone not null,
  user_id bigint,
  kind text not null,
  detail jsonb not null default '{}'::jsonb,
  station_id bigint default app_station_or_null(),
  constraint volume_events_pkey PRIMARY KEY (id),
  constraint volume_events_business_id_id_key UNIQUE (business_id, id),
  constraint volume_events_business_id_station_id_fkey FOREIGN KEY (business_id, station_id) REFERENCES stations(business_id, id),
  constraint volume_events_business_id_volume_id_fkey FOREIGN KEY (business_id, volume_id) REFERENCES volumes(business_id, id)
);
comment on table volume_events is 'The history of a volume, one row per version. Rows are only added. Retention: the history of a volume that was archived or voided is deleted five years after its last change by the task jobs.forget-passed.';
alter table volume_events enable row level security;
alter table volume_events force row level security;

create table volume_lines (
  id bigint not null generated always as identity,
  business_id bigint not null,
  volume_id bigint not null,
  variation_id bigint not null,
  quantity integer not null,
  pinned integer not null default 0,
  price_centavos bigint,
  batch_id bigint,
  expired boolean not null default false,
  cost_centavos bigint,
  constraint volume_lines_pkey PRIMARY KEY (id),
  constraint volume_lines_business_id_id_key UNIQUE (business_id, id),
  constraint volume_lines_volume_id_variation_id_key UNIQUE (volume_id, variation_id),
  constraint volume_lines_batch FOREIGN KEY (business_id, batch_id) REFERENCES batches(business_id, id),
  constraint volume_lines_business_id_variation_id_fkey FOREIGN KEY (business_id, variation_id) REFERENCES product_variations(business_id, id),
  constraint volume_lines_business_id_volume_id_fkey FOREIGN KEY (business_id, volume_id) REFERENCES volumes(business_id, id) ON DELETE CASCADE,
  constraint volume_lines_check CHECK (((pinned >= 0) AND (pinned <= quantity))),
  constraint volume_lines_cost_centavos_check CHECK ((cost_centavos >= 0)),
  constraint volume_lines_expired CHECK (((batch_id IS NOT NULL) OR (NOT expired))),
  constraint volume_lines_price_centavos_check CHECK ((price_centavos >= 0)),
  constraint volume_lines_quantity_check CHECK ((quantity >= 0))
);
comment on table volume_lines is 'What a volume contains, by variation and lot.';
alter table volume_lines enable row level security;
alter table volume_lines force row level security;

create table volumes (
  id bigint not null generated always as identity,
  business_id bigint not null,
  code text not null,
  name text not null default ''::text,
  warehouse_id bigint not null,
  position_id bigint,
  state text not null default 'registered'::text,
  checked boolean not null default false,
  tested boolean not null default false,
  launched_at timestamp with time zone,
  last_check_at timestamp with time zone,
  search text generated always as (fold(((code || ' '::text) || name))) stored,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  zero_check_at timestamp with time zone,
  request_line_id bigint,
  expected_quantity integer,
  inbound_taken integer not null default 0,
  tote boolean not null default false,
  picking_list_id bigint,
  suspect boolean not null default false,
  transfer_from_id bigint,
  transferred_at timestamp with time zone,
  blocked_as text,
  updated_at timestamp with time zone not null default app_now(),
  constraint volumes_pkey PRIMARY KEY (id),
  constraint volumes_business_id_code_key UNIQUE (business_id, code),
  constraint volumes_business_id_id_key UNIQUE (business_id, id),
  constraint volumes_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint volumes_business_id_warehouse_id_fkey FOREIGN KEY (business_id, warehouse_id) REFERENCES warehouses(business_id, id),
  constraint volumes_business_id_warehouse_id_position_id_fkey FOREIGN KEY (business_id, warehouse_id, position_id) REFERENCES inventory_locations(business_id, warehouse_id, id),
  constraint volumes_picking_list FOREIGN KEY (business_id, picking_list_id) REFERENCES picking_lists(business_id, id),
  constraint volumes_request_line FOREIGN KEY (business_id, request_line_id) REFERENCES supply_request_lines(business_id, id),
  constraint volumes_transfer_from FOREIGN KEY (business_id, transfer_from_id) REFERENCES warehouses(business_id, id),
  constraint volumes_blocked_as CHECK (((blocked_as IS NULL) OR (state = 'blocked'::text))),
  constraint volumes_blocked_as_check CHECK ((blocked_as = ANY (ARRAY['damaged'::text, 'quarantine'::text, 'failed_test'::text]))),
  constraint volumes_check CHECK (((state <> ALL (ARRAY['active'::text, 'in_balance'::text])) OR ((launched_at IS NOT NULL) AND (position_id IS NOT NULL)))),
  constraint volumes_in_transit CHECK (((state <> 'in_transit'::text) OR ((transfer_from_id IS NOT NULL) AND (transferred_at IS NOT NULL) AND (position_id IS NULL)))),
  constraint volumes_inbound_taken_check CHECK ((inbound_taken >= 0)),
  constraint volumes_state_check CHECK ((state = ANY (ARRAY['registered'::text, 'tagged'::text, 'active'::text, 'in_balance'::text, 'blocked'::text, 'in_transit'::text, 'empty'::text, 'voided'::text, 'archived'::text]))),
  constraint volumes_suspect CHECK (((NOT suspect) OR (state = 'in_balance'::text))),
  constraint volumes_tote CHECK ((tote OR (picking_list_id IS NULL)))
);
comment on table volumes is 'Volumes: boxes, pallets or totes with a printed code, each in one position of one warehouse.';
alter table volumes enable row level security;
alter table volumes force row level security;

create table warehouses (
  id bigint not null generated always as identity,
  business_id bigint not null,
  name text not null,
  notes text not null default ''::text,
  zip text not null default ''::text,
  state text not null default ''::text,
  city text not null default ''::text,
  neighborhood text not null default ''::text,
  street text not null default ''::text,
  number text not null default ''::text,
  complement text not null default ''::text,
  search text generated always as (fold(((((((name || ' '::text) || city) || ' '::text) || neighborhood) || ' '::text) || street))) stored,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  serpentine boolean not null default false,
  constraint warehouses_pkey PRIMARY KEY (id),
  constraint warehouses_business_id_id_key UNIQUE (business_id, id),
  constraint warehouses_business_id_name_key UNIQUE (business_id, name),
  constraint warehouses_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
comment on table warehouses is 'Warehouses of a business.';
alter table warehouses enable row level security;
alter table warehouses force row level security;

create table wave_rules (
  business_id bigint not null,
  id bigint not null generated always as identity,
  warehouse_id bigint not null,
  name text not null,
  is_on boolean not null,
  "position" integer not null,
  logistic_types text[] not null default '{}'::text[],
  zones text[] not null default '{}'::text[],
  singles boolean not null default false,
  cutoff_hour integer,
  places integer not null,
  min_sales integer,
  minutes_before integer,
  released_at timestamp with time zone,
  version integer not null default 1,
  constraint wave_rules_pkey PRIMARY KEY (business_id, id),
  constraint wave_rules_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint wave_rules_business_id_warehouse_id_fkey FOREIGN KEY (business_id, warehouse_id) REFERENCES warehouses(business_id, id),
  constraint wave_rules_cutoff_hour_check CHECK (((cutoff_hour >= 0) AND (cutoff_hour <= 23))),
  constraint wave_rules_min_sales_check CHECK (((min_sales >= 1) AND (min_sales <= 1000))),
  constraint wave_rules_minutes_before_check CHECK (((minutes_before >= 0) AND (minutes_before <= 1440))),
  constraint wave_rules_name_check CHECK ((name <> ''::text)),
  constraint wave_rules_places_check CHECK (((places >= 1) AND (places <= 100))),
  constraint wave_rules_position_check CHECK (("position" > 0))
);
comment on table wave_rules is 'Rules by which picking lists are made, at most fifty of a business. Retention: until they are removed.';
alter table wave_rules enable row level security;
alter table wave_rules force row level security;

create table webhook_deliveries (
  id bigint not null generated always as identity,
  business_id bigint not null,
  webhook_id bigint not null,
  event_id uuid not null default gen_random_uuid(),
  type text not null,
  entity_id bigint,
  at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  body text,
  tried_at timestamp with time zone,
  took_ms integer,
  answer_status integer,
  answer text,
  error text,
  constraint webhook_deliveries_pkey PRIMARY KEY (business_id, id),
  constraint webhook_deliveries_business_id_webhook_id_fkey FOREIGN KEY (business_id, webhook_id) REFERENCES webhooks(business_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);
comment on table webhook_deliveries is 'Events on their way to a webhook, in the order of their ids, written in the transaction of the change that they report. Retention: deleted 30 days after the event by the task jobs.forget-passed.';
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;

create table webhooks (
  id bigint not null generated always as identity,
  business_id bigint not null,
  url text not null,
  topics text[] not null,
  secret text not null,
  previous_secret text,
  previous_until timestamp with time zone,
  active boolean not null default true,
  refused_at timestamp with time zone,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  retry_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_business_id_id_key UNIQUE (business_id, id),
  constraint webhooks_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint webhooks_topics_check CHECK (((topics <@ ARRAY['sales'::text, 'stock'::text, 'invoices'::text]) AND (cardinality(topics) > 0)))
);
comment on table webhooks is 'Addresses of other systems that receive the events of sales, stock and invoices.';
alter table webhooks enable row level security;
alter table webhooks force row level security;

create table work_closings (
  business_id bigint not null,
  through date not null,
  constraint work_closings_pkey PRIMARY KEY (business_id),
  constraint work_closings_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
);
comment on table work_closings is 'How far the work of a business is added up. One row per business with a warehouse.';
alter table work_closings enable row level security;
alter table work_closings force row level security;

create table work_days (
  business_id bigint not null,
  user_id bigint not null,
  day date not null,
  kind text not null,
  lines integer not null,
  units integer not null,
  parcels integer not null,
  seconds integer not null,
  constraint work_days_pkey PRIMARY KEY (business_id, day, user_id, kind),
  constraint work_days_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint work_days_kind_check CHECK ((kind = ANY (ARRAY['receiving'::text, 'put_away'::text, 'picking'::text, 'packing'::text, 'hand_over'::text, 'counting'::text, 'returns'::text]))),
  constraint work_days_lines_check CHECK ((lines >= 0)),
  constraint work_days_parcels_check CHECK ((parcels >= 0)),
  constraint work_days_seconds_check CHECK ((seconds >= 0)),
  constraint work_days_units_check CHECK ((units >= 0))
);
comment on table work_days is 'What a person did on a day that is over, by kind of work, added up once from scans and histories. Growth: some rows per person and day, deleted after a year as the scans are.';
alter table work_days enable row level security;
alter table work_days force row level security;

CREATE INDEX account_calls_newest ON public.account_calls USING btree (business_id, account_id, id DESC);

CREATE INDEX account_locations_supplier_id_warehouse_id_idx ON public.account_locations USING btree (supplier_id, warehouse_id);

CREATE INDEX advertisement_components_dropship_item_id_idx ON public.advertisement_components USING btree (dropship_item_id);

CREATE INDEX advertisements_created ON public.advertisements USING btree (business_id, created_at, id);

CREATE INDEX advertisements_search ON public.advertisements USING gin (business_id, search gin_trgm_ops);

CREATE UNIQUE INDEX answer_templates_name ON public.answer_templates USING btree (business_id, lower(name));

CREATE UNIQUE INDEX api_keys_name ON public.api_keys USING btree (business_id, fold(name)) WHERE (revoked_at IS NULL);

CREATE INDEX audit_entries_at ON public.audit_entries USING btree (business_id, at DESC, id DESC);

CREATE INDEX audit_entries_bulk ON public.audit_entries USING gin (business_id, string_to_array(entity_id, ' '::text)) WHERE (entity_id ~~ '% %'::text);

CREATE INDEX audit_entries_endpoint ON public.audit_entries USING btree (business_id, endpoint);

CREATE INDEX audit_entries_person ON public.audit_entries USING btree (business_id, user_id, at DESC, id DESC);

CREATE INDEX audit_entries_record ON public.audit_entries USING btree (business_id, entity_id) WHERE (entity_id !~~ '% %'::text);

CREATE INDEX audit_entries_time ON public.audit_entries USING brin (at) WITH (autosummarize='on');

CREATE INDEX balance_counts_business_id_balance_id_id_idx ON public.balance_counts USING btree (business_id, balance_id, id);

CREATE INDEX balance_counts_worked ON public.balance_counts USING btree (business_id, at);

CREATE INDEX balances_business_id_volume_id_idx ON public.balances USING btree (business_id, volume_id);

CREATE INDEX balances_ended ON public.balances USING btree (business_id, started_at) INCLUDE (warehouse_id, state) WHERE (state = ANY (ARRAY['checked'::text, 'corrected'::text]));

CREATE INDEX balances_judged ON public.balances USING btree (business_id, state, ended_at) WHERE (ended_at IS NOT NULL);

CREATE UNIQUE INDEX balances_open ON public.balances USING btree (volume_id) WHERE (ended_at IS NULL);

CREATE INDEX bank_rows_business_id_day_amount_centavos_idx ON public.bank_rows USING btree (business_id, day, amount_centavos);

CREATE INDEX bank_rows_business_id_statement_id_idx ON public.bank_rows USING btree (business_id, statement_id);

CREATE INDEX bank_rows_payout_id_idx ON public.bank_rows USING btree (payout_id) WHERE (payout_id IS NOT NULL);

CREATE INDEX bank_statements_at_idx ON public.bank_statements USING btree (at);

CREATE INDEX batches_business_id_expires_on_id_idx ON public.batches USING btree (business_id, expires_on, id);

CREATE INDEX bulk_runs_business_id_user_id_id_idx ON public.bulk_runs USING btree (business_id, user_id, id DESC);

CREATE INDEX bulk_runs_created_at_idx ON public.bulk_runs USING btree (created_at);

CREATE INDEX businesses_billed_on ON public.businesses USING btree (billed_on);

CREATE INDEX campaign_ads_name ON public.campaign_ads USING btree (business_id, campaign_id, name, id);

CREATE INDEX campaign_ads_price ON public.campaign_ads USING btree (business_id, campaign_id, price_centavos, id);

CREATE INDEX campaigns_ends ON public.campaigns USING btree (business_id, ends_at, id);

CREATE INDEX campaigns_name ON public.campaigns USING btree (business_id, name, id);

CREATE INDEX campaigns_starts ON public.campaigns USING btree (business_id, starts_at, id);

CREATE UNIQUE INDEX carriers_name ON public.carriers USING btree (business_id, lower(name), lower(service));

CREATE UNIQUE INDEX cart_uses_live ON public.cart_uses USING btree (business_id, cart_id) WHERE (freed_at IS NULL);

CREATE UNIQUE INDEX carts_name ON public.carts USING btree (business_id, warehouse_id, fold(name)) WHERE (removed_at IS NULL);

CREATE UNIQUE INDEX categories_description ON public.categories USING btree (business_id, COALESCE(parent_id, (0)::bigint), lower(description));

CREATE INDEX chat_files_business_id_message_id_idx ON public.chat_files USING btree (business_id, message_id);

CREATE INDEX chat_files_file_id_idx ON public.chat_files USING btree (file_id) WHERE (file_id IS NOT NULL);

CREATE INDEX chat_images_business_id_image_id_idx ON public.chat_images USING btree (business_id, image_id);

CREATE INDEX chat_messages_chat_id_at_id_idx ON public.chat_messages USING btree (chat_id, at, id);

CREATE UNIQUE INDEX chat_messages_remote ON public.chat_messages USING btree (chat_id, remote_id) WHERE (remote_id IS NOT NULL);

CREATE INDEX chats_about ON public.chats USING btree (account_id, about_id);

CREATE INDEX chats_due ON public.chats USING btree (business_id, due_at, id);

CREATE INDEX chats_last ON public.chats USING btree (business_id, last_at, id);

CREATE INDEX chats_order ON public.chats USING btree (order_id) WHERE (order_id IS NOT NULL);

CREATE UNIQUE INDEX chats_parcel ON public.chats USING btree (order_id) WHERE (source = 'parcel'::text);

CREATE UNIQUE INDEX chats_question ON public.chats USING btree (question_id) WHERE (question_id IS NOT NULL);

CREATE UNIQUE INDEX chats_remote ON public.chats USING btree (account_id, source, remote_id) WHERE (source = ANY (ARRAY['messages'::text, 'claim'::text]));

CREATE INDEX chats_search ON public.chats USING gin (business_id, search gin_trgm_ops);

CREATE INDEX chats_state_due ON public.chats USING btree (business_id, state, due_at, id);

CREATE INDEX chats_state_last ON public.chats USING btree (business_id, state, last_at, id);

CREATE INDEX claim_sales_business_id_order_id_idx ON public.claim_sales USING btree (business_id, order_id);

CREATE INDEX claim_sales_order ON public.claim_sales USING btree (order_id);

CREATE UNIQUE INDEX content_declarations_of_sale ON public.content_declarations USING btree (order_id) WHERE (canceled_at IS NULL);

CREATE INDEX content_edits_advertisement ON public.content_edits USING btree (business_id, advertisement_id);

CREATE INDEX content_edits_publication ON public.content_edits USING btree (business_id, publication_id) WHERE (publication_id IS NOT NULL);

CREATE INDEX dropinvoice_dispute_photos_dispute_id_id_idx ON public.dropinvoice_dispute_photos USING btree (dispute_id, id);

CREATE INDEX dropinvoice_dispute_photos_file_id_idx ON public.dropinvoice_dispute_photos USING btree (file_id);

CREATE INDEX dropinvoice_disputes_dropinvoice_id_id_idx ON public.dropinvoice_disputes USING btree (dropinvoice_id, id);

CREATE INDEX dropinvoice_disputes_waiting ON public.dropinvoice_disputes USING btree (dropinvoice_id) WHERE (ended_at IS NULL);

CREATE INDEX dropinvoice_items_dispute_id_idx ON public.dropinvoice_items USING btree (dispute_id) WHERE (dispute_id IS NOT NULL);

CREATE INDEX dropinvoice_items_dropinvoice_id_id_idx ON public.dropinvoice_items USING btree (dropinvoice_id, id);

CREATE INDEX dropinvoice_proofs_dropinvoice_id_id_idx ON public.dropinvoice_proofs USING btree (dropinvoice_id, id DESC);

CREATE INDEX dropinvoice_proofs_file_id_idx ON public.dropinvoice_proofs USING btree (file_id);

CREATE INDEX dropinvoice_settlements_bank_row_id_idx ON public.dropinvoice_settlements USING btree (bank_row_id) WHERE (bank_row_id IS NOT NULL);

CREATE INDEX dropinvoice_settlements_dropinvoice_id_id_idx ON public.dropinvoice_settlements USING btree (dropinvoice_id, id);

CREATE INDEX dropinvoice_settlements_proof_id_idx ON public.dropinvoice_settlements USING btree (proof_id) WHERE (proof_id IS NOT NULL);

CREATE INDEX dropinvoice_settlements_seller_id_idx ON public.dropinvoice_settlements USING btree (seller_id);

CREATE INDEX dropinvoice_settlements_supplier_id_idx ON public.dropinvoice_settlements USING btree (supplier_id);

CREATE INDEX dropinvoices_day_idx ON public.dropinvoices USING btree (day) WHERE (closed_at IS NULL);

CREATE INDEX dropinvoices_document_file_id_idx ON public.dropinvoices USING btree (document_file_id) WHERE (document_file_id IS NOT NULL);

CREATE INDEX dropinvoices_payable ON public.dropinvoices USING btree (seller_id, supplier_id, day) WHERE ((state = 'pending'::text) AND (closed_at IS NOT NULL));

CREATE INDEX dropinvoices_proof_file_id_idx ON public.dropinvoices USING btree (proof_file_id) WHERE (proof_file_id IS NOT NULL);

CREATE INDEX dropinvoices_seller_id_day_id_idx ON public.dropinvoices USING btree (seller_id, day DESC, id DESC);

CREATE INDEX dropinvoices_supplier_id_day_id_idx ON public.dropinvoices USING btree (supplier_id, day DESC, id DESC);

CREATE INDEX dropinvoices_unpaid ON public.dropinvoices USING btree (due_on) WHERE ((closed_at IS NOT NULL) AND (state <> 'complete'::text));

CREATE INDEX plain_dropinvoices ON public.dropinvoices USING btree (supplier_id) WHERE (jsonb_typeof(bank) = 'object'::text);

CREATE INDEX dropship_items_id_idx ON public.dropship_items USING btree (id DESC) WHERE active;

CREATE INDEX dropship_items_price_centavos_id_idx ON public.dropship_items USING btree (price_centavos, id) WHERE active;

CREATE INDEX dropship_items_product_id_idx ON public.dropship_items USING btree (product_id);

CREATE INDEX dropship_items_stock_id_idx ON public.dropship_items USING btree (stock_id);

CREATE INDEX files_business_id_sha256_idx ON public.files USING btree (business_id, sha256);

CREATE INDEX files_created_by ON public.files USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX fulfillment_stocks_name ON public.fulfillment_stocks USING btree (business_id, name, id);

CREATE INDEX fulfillment_stocks_sellable ON public.fulfillment_stocks USING btree (business_id, sellable, id);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX images_created_by ON public.images USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX images_file_id_idx ON public.images USING btree (file_id);

CREATE INDEX images_thumbnail_file_id_idx ON public.images USING btree (thumbnail_file_id);

CREATE INDEX import_rows_import_id_fate_line_idx ON public.import_rows USING btree (import_id, fate, line);

CREATE INDEX import_rows_import_id_record_line_idx ON public.import_rows USING btree (import_id, record, line);

CREATE INDEX imports_business_id_move_id_idx ON public.imports USING btree (business_id, move_id) WHERE (move_id IS NOT NULL);

CREATE INDEX imports_business_id_sha256_idx ON public.imports USING btree (business_id, sha256) WHERE (state = 'applied'::text);

CREATE UNIQUE INDEX inventory_locations_bench ON public.inventory_locations USING btree (warehouse_id) WHERE bench;

CREATE INDEX inventory_locations_business_id_parent_id_idx ON public.inventory_locations USING btree (business_id, parent_id);

CREATE INDEX ledger_entries_business_id_stock_id_id_idx ON public.ledger_entries USING btree (business_id, stock_id, id DESC);

CREATE INDEX ledger_entries_business_id_volume_id_idx ON public.ledger_entries USING btree (business_id, volume_id) WHERE (volume_id IS NOT NULL);

CREATE INDEX ledger_entries_part ON public.ledger_entries USING btree (business_id, part_id) WHERE (part_id IS NOT NULL);

CREATE INDEX mail_tokens_user_id_idx ON public.mail_tokens USING btree (user_id);

CREATE INDEX manifest_sales_manifest_id_idx ON public.manifest_sales USING btree (manifest_id);

CREATE UNIQUE INDEX manifests_open ON public.manifests USING btree (business_id, warehouse_id, marketplace, logistic_type) WHERE (closed_at IS NULL);

CREATE INDEX margin_changes_business_id_publication_id_idx ON public.margin_changes USING btree (business_id, publication_id);

CREATE INDEX margin_changes_business_id_variation_id_idx ON public.margin_changes USING btree (business_id, variation_id);

CREATE UNIQUE INDEX marketplace_accounts_remote ON public.marketplace_accounts USING btree (marketplace, remote_user_id) WHERE (removed_at IS NULL);

CREATE INDEX notifications_of_topic ON public.notifications USING btree (marketplace, remote_user_id, topic, received_at DESC);

CREATE INDEX notifications_received_at_idx ON public.notifications USING btree (received_at);

CREATE INDEX order_events_at ON public.order_events USING brin (at) WITH (autosummarize='on');

CREATE INDEX order_events_not_kept ON public.order_events USING btree (business_id, fulfiller_id, at) WHERE (kind = ANY (ARRAY['refused'::text, 'picked-short'::text, 'counted-short'::text]));

CREATE INDEX order_events_order_id_id_idx ON public.order_events USING btree (order_id, id);

CREATE INDEX order_events_worked ON public.order_events USING btree (fulfiller_id, at) WHERE (kind = ANY (ARRAY['packed'::text, 'packing-reset'::text, 'collected'::text]));

CREATE INDEX order_lines_order_id_idx ON public.order_lines USING btree (order_id);

CREATE INDEX order_lines_sold ON public.order_lines USING btree (business_id, publication_variation_id, purchased_at) WHERE (publication_variation_id IS NOT NULL);

CREATE INDEX order_lines_sold_by_hand ON public.order_lines USING btree (business_id, advertisement_id, purchased_at) WHERE (advertisement_id IS NOT NULL);

CREATE INDEX order_parts_business_id_variation_id_idx ON public.order_parts USING btree (business_id, variation_id);

CREATE INDEX order_parts_order_id_idx ON public.order_parts USING btree (order_id);

CREATE INDEX order_parts_stock_id_idx ON public.order_parts USING btree (stock_id);

CREATE INDEX order_scans_at ON public.order_scans USING brin (at) WITH (autosummarize='on');

CREATE INDEX order_scans_order_id_idx ON public.order_scans USING btree (order_id);

CREATE INDEX order_scans_worked ON public.order_scans USING btree (business_id, at);

CREATE INDEX order_sources_received_at ON public.order_sources USING brin (received_at) WITH (autosummarize='on');

CREATE INDEX plain_sources ON public.order_sources USING btree (business_id) WHERE (NOT (body ? 'sealed'::text));

CREATE INDEX order_tag_links_business_id_tag_id_order_id_idx ON public.order_tag_links USING btree (business_id, tag_id, order_id);

CREATE UNIQUE INDEX order_tags_name ON public.order_tags USING btree (business_id, lower(name));

CREATE INDEX changed_sales ON public.orders USING btree (fulfiller_id) WHERE (changed_lines IS NOT NULL);

CREATE INDEX orders_account_id_pack_id_idx ON public.orders USING btree (account_id, pack_id);

CREATE INDEX orders_account_id_shipment_id_idx ON public.orders USING btree (account_id, shipment_id);

CREATE INDEX orders_bench_status ON public.orders USING btree (fulfiller_id, bench_status, urgency, id) WHERE (shown_at IS NOT NULL);

CREATE INDEX orders_business_id_buyer_name_id_idx ON public.orders USING btree (business_id, buyer_name, id);

CREATE INDEX orders_business_id_purchased_at_id_idx ON public.orders USING btree (business_id, purchased_at DESC, id DESC);

CREATE INDEX orders_business_id_total_centavos_id_idx ON public.orders USING btree (business_id, total_centavos, id);

CREATE INDEX orders_delivered ON public.orders USING btree (business_id, account_id, delivered_at) WHERE (delivered_at IS NOT NULL);

CREATE INDEX orders_due ON public.orders USING btree (business_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX orders_due_at_bench ON public.orders USING btree (fulfiller_id, due_at) WHERE ((due_at IS NOT NULL) AND (shown_at IS NOT NULL));

CREATE INDEX orders_fulfiller_id_warehouse_id_status_dispatch_limit_id_idx ON public.orders USING btree (fulfiller_id, warehouse_id, status, dispatch_limit, id);

CREATE INDEX orders_invoice_file_id_idx ON public.orders USING btree (invoice_file_id) WHERE (invoice_file_id IS NOT NULL);

CREATE INDEX orders_invoice_number ON public.orders USING btree (business_id, substr(invoice_key, 26, 9), id DESC) WHERE (invoice_key IS NOT NULL);

CREATE INDEX orders_label_available_at_idx ON public.orders USING btree (label_available_at) WHERE (status = 'waiting_separation'::text);

CREATE INDEX orders_label_file_id_idx ON public.orders USING btree (label_file_id) WHERE (label_file_id IS NOT NULL);

CREATE INDEX orders_label_zpl_file_id_idx ON public.orders USING btree (label_zpl_file_id) WHERE (label_zpl_file_id IS NOT NULL);

CREATE INDEX orders_limit ON public.orders USING btree (business_id, dispatch_limit, id);

CREATE INDEX orders_open_parcels ON public.orders USING btree (account_id, ((sent_at IS NOT NULL)), id) WHERE ((shipment_id IS NOT NULL) AND (status <> ALL (ARRAY['complete'::text, 'canceled'::text])));

CREATE INDEX orders_pack_pending ON public.orders USING btree (account_id) WHERE pack_pending;

CREATE INDEX orders_packed ON public.orders USING btree (fulfiller_id, packed_at) WHERE (packed_at IS NOT NULL);

CREATE INDEX orders_packed_shipment ON public.orders USING btree (fulfiller_id, upper(shipment_id)) WHERE (packed_at IS NOT NULL);

CREATE INDEX orders_packed_tracking ON public.orders USING btree (fulfiller_id, upper(tracking_code)) WHERE (packed_at IS NOT NULL);

CREATE INDEX orders_payment_expires_at_idx ON public.orders USING btree (payment_expires_at) WHERE (status = 'waiting_payment'::text);

CREATE INDEX orders_put_back ON public.orders USING btree (fulfiller_id, id) WHERE put_back;

CREATE INDEX orders_refused ON public.orders USING btree (business_id) WHERE ((refused_at IS NOT NULL) AND (status <> ALL (ARRAY['canceled'::text, 'complete'::text])));

CREATE UNIQUE INDEX orders_remote ON public.orders USING btree (account_id, remote_order_id) WHERE (remote_order_id IS NOT NULL);

CREATE INDEX orders_return_tracking ON public.orders USING btree (fulfiller_id, upper(return_tracking_code)) WHERE (return_tracking_code <> ''::text);

CREATE INDEX orders_returns ON public.orders USING btree (fulfiller_id, id DESC) WHERE (return_expected OR (returned_at IS NOT NULL));

CREATE INDEX orders_search ON public.orders USING gin (business_id, fulfiller_id, search gin_trgm_ops);

CREATE INDEX orders_short ON public.orders USING btree (id) WHERE ((reserve = 'short'::text) AND (canceled_at IS NULL));

CREATE INDEX orders_status ON public.orders USING btree (business_id, status, purchased_at, id);

CREATE INDEX orders_store_number ON public.orders USING btree (account_id, store_number) WHERE (store_number <> ''::text);

CREATE INDEX orders_undocumented ON public.orders USING btree (business_id) WHERE ((document = ANY (ARRAY['missing'::text, 'rejected'::text])) AND (status = ANY (ARRAY['waiting_separation'::text, 'waiting_approval'::text, 'pending'::text, 'picking'::text, 'waiting_collect'::text])));

CREATE INDEX orders_unlinked ON public.orders USING btree (business_id) WHERE ((NOT linked) AND (status = ANY (ARRAY['waiting_payment'::text, 'waiting_separation'::text])));

CREATE INDEX orders_urgency ON public.orders USING btree (fulfiller_id, urgency, id) WHERE (shown_at IS NOT NULL);

CREATE INDEX plain_buyers ON public.orders USING btree (business_id) WHERE (buyer ? 'document'::text);

CREATE INDEX sales_of_document ON public.orders USING btree (business_id, buyer_document_digest, id DESC) WHERE (buyer_document_digest IS NOT NULL);

CREATE INDEX undigested_documents ON public.orders USING btree (business_id) WHERE ((buyer ? 'sealedDocument'::text) AND (buyer_document_digest IS NULL));

CREATE INDEX overdue_cases_of_supplier ON public.overdue_cases USING btree (supplier_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX overdue_cases_open ON public.overdue_cases USING btree (seller_id, supplier_id) WHERE (ended_at IS NULL);

CREATE INDEX paid_prices_business_id_supplier_id_id_idx ON public.paid_prices USING btree (business_id, supplier_id, id DESC);

CREATE INDEX paid_prices_business_id_variation_id_id_idx ON public.paid_prices USING btree (business_id, variation_id, id DESC);

CREATE INDEX pair_entries_dispute_id_idx ON public.pair_entries USING btree (dispute_id) WHERE (dispute_id IS NOT NULL);

CREATE INDEX pair_entries_dropinvoice_id_idx ON public.pair_entries USING btree (dropinvoice_id) WHERE (dropinvoice_id IS NOT NULL);

CREATE INDEX pair_entries_order_id_idx ON public.pair_entries USING btree (order_id) WHERE (order_id IS NOT NULL);

CREATE INDEX pair_entries_payout_id_idx ON public.pair_entries USING btree (payout_id) WHERE (payout_id IS NOT NULL);

CREATE INDEX pair_entries_seller_id_supplier_id_id_idx ON public.pair_entries USING btree (seller_id, supplier_id, id);

CREATE INDEX pair_entries_supplier_id_idx ON public.pair_entries USING btree (supplier_id);

CREATE INDEX pair_payouts_proof_file_id_idx ON public.pair_payouts USING btree (proof_file_id);

CREATE INDEX pair_payouts_supplier_id_idx ON public.pair_payouts USING btree (supplier_id);

CREATE INDEX parcel_photos_file ON public.parcel_photos USING btree (file_id);

CREATE INDEX parcel_photos_order ON public.parcel_photos USING btree (business_id, order_id);

CREATE INDEX parcel_return_images_business_id_image_id_idx ON public.parcel_return_images USING btree (business_id, image_id);

CREATE INDEX parcel_return_units_part_id_idx ON public.parcel_return_units USING btree (part_id);

CREATE INDEX parcel_return_units_return_id_idx ON public.parcel_return_units USING btree (return_id);

CREATE INDEX parcel_return_units_worked ON public.parcel_return_units USING btree (business_id, at);

CREATE UNIQUE INDEX parcel_returns_open ON public.parcel_returns USING btree (order_id) WHERE ((closed_at IS NULL) AND (called_off_at IS NULL));

CREATE INDEX parcel_returns_order ON public.parcel_returns USING btree (order_id);

CREATE INDEX parcel_returns_worked ON public.parcel_returns USING btree (business_id, closed_at) WHERE (closed_at IS NOT NULL);

CREATE INDEX payout_files_business_id_account_id_idx ON public.payout_files USING btree (business_id, account_id);

CREATE INDEX payout_lines_business_id_account_id_day_idx ON public.payout_lines USING btree (business_id, account_id, day);

CREATE INDEX payout_lines_business_id_day_id_idx ON public.payout_lines USING btree (business_id, day, id);

CREATE INDEX payout_lines_business_id_file_id_idx ON public.payout_lines USING btree (business_id, file_id);

CREATE INDEX payout_lines_business_id_order_id_idx ON public.payout_lines USING btree (business_id, order_id) WHERE (order_id IS NOT NULL);

CREATE INDEX payout_lines_without_sale ON public.payout_lines USING btree (business_id, account_id) WHERE (order_id IS NULL);

CREATE INDEX pick_allocations_business_id_volume_line_id_idx ON public.pick_allocations USING btree (business_id, volume_line_id);

CREATE INDEX pick_allocations_order_id_idx ON public.pick_allocations USING btree (order_id);

CREATE INDEX pick_faces_variation ON public.pick_faces USING btree (business_id, variation_id);

CREATE INDEX pick_faces_warehouse ON public.pick_faces USING btree (business_id, warehouse_id, position_id);

CREATE UNIQUE INDEX picking_list_orders_live ON public.picking_list_orders USING btree (business_id, order_id) WHERE (left_at IS NULL);

CREATE INDEX picking_list_orders_order_id_idx ON public.picking_list_orders USING btree (order_id);

CREATE INDEX picking_lists_business_id_state_id_idx ON public.picking_lists USING btree (business_id, state, id);

CREATE INDEX picking_lists_wave_rule ON public.picking_lists USING btree (business_id, wave_rule_id) WHERE (wave_rule_id IS NOT NULL);

CREATE INDEX picking_scans_at ON public.picking_scans USING brin (at) WITH (autosummarize='on');

CREATE INDEX picking_scans_business_id_list_id_id_idx ON public.picking_scans USING btree (business_id, list_id, id DESC);

CREATE INDEX picking_scans_worked ON public.picking_scans USING btree (business_id, at);

CREATE INDEX picture_downloads_business_id_import_id_state_idx ON public.picture_downloads USING btree (business_id, import_id, state, id);

CREATE INDEX picture_downloads_waiting ON public.picture_downloads USING btree (business_id, retry_at) WHERE (state = 'waiting'::text);

CREATE INDEX plan_changes_at ON public.plan_changes USING btree (business_id, at DESC, id DESC);

CREATE INDEX price_schedule_publications_publication ON public.price_schedule_publications USING btree (business_id, publication_id);

CREATE INDEX price_schedules_api_key ON public.price_schedules USING btree (business_id, api_key_id) WHERE (api_key_id IS NOT NULL);

CREATE INDEX price_schedules_open ON public.price_schedules USING btree (business_id, state) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));

CREATE INDEX price_schedules_run ON public.price_schedules USING btree (business_id, run_id) WHERE (run_id IS NOT NULL);

CREATE INDEX product_images_business_id_image_id_idx ON public.product_images USING btree (business_id, image_id);

CREATE INDEX product_images_business_id_product_id_position_idx ON public.product_images USING btree (business_id, product_id, "position");

CREATE INDEX product_tag_links_business_id_tag_id_product_id_idx ON public.product_tag_links USING btree (business_id, tag_id, product_id);

CREATE UNIQUE INDEX product_tags_name ON public.product_tags USING btree (business_id, lower(name));

CREATE INDEX product_variations_business_id_gtin_idx ON public.product_variations USING btree (business_id, gtin) WHERE (gtin <> ''::text);

CREATE INDEX product_variations_business_id_product_id_idx ON public.product_variations USING btree (business_id, product_id);

CREATE INDEX product_variations_of_gtin ON public.product_variations USING btree (gtin) WHERE (gtin <> ''::text);

CREATE INDEX product_variations_of_sku ON public.product_variations USING btree (sku_key);

CREATE INDEX product_variations_search ON public.product_variations USING gin (business_id, search gin_trgm_ops);

CREATE INDEX products_business_id_category_id_idx ON public.products USING btree (business_id, category_id);

CREATE INDEX products_business_id_name_id_idx ON public.products USING btree (business_id, name, id);

CREATE INDEX products_business_id_updated_at_id_idx ON public.products USING btree (business_id, updated_at, id);

CREATE INDEX products_by_brand ON public.products USING btree (fold(brand));

CREATE INDEX products_by_name ON public.products USING gin (fold(name) gin_trgm_ops);

CREATE INDEX products_category_id_idx ON public.products USING btree (category_id);

CREATE INDEX products_search ON public.products USING gin (business_id, search gin_trgm_ops);

CREATE INDEX publication_components_dropship_item_id_idx ON public.publication_components USING btree (dropship_item_id);

CREATE INDEX publication_components_stock_id_idx ON public.publication_components USING btree (stock_id);

CREATE INDEX publication_variations_business_id_publication_id_idx ON public.publication_variations USING btree (business_id, publication_id);

CREATE INDEX publication_variations_business_id_remote_item_id_remote_va_idx ON public.publication_variations USING btree (business_id, remote_item_id, remote_variation_id);

CREATE INDEX publication_variations_fulfillment_stock ON public.publication_variations USING btree (business_id, fulfillment_stock_id) WHERE (fulfillment_stock_id IS NOT NULL);

CREATE UNIQUE INDEX publication_variations_live_remote ON public.publication_variations USING btree (linked_account_id, remote_item_id, COALESCE(remote_variation_id, ''::text)) WHERE (linked_account_id IS NOT NULL);

CREATE INDEX publication_variations_sku ON public.publication_variations USING btree (business_id, upper(sku)) WHERE (sku <> ''::text);

CREATE INDEX publications_account_id_remote_item_id_idx ON public.publications USING btree (account_id, remote_item_id);

CREATE INDEX publications_business_id_account_id_idx ON public.publications USING btree (business_id, account_id);

CREATE INDEX publications_business_id_advertisement_id_idx ON public.publications USING btree (business_id, advertisement_id);

CREATE UNIQUE INDEX publications_continues_id_key ON public.publications USING btree (business_id, continues_id) WHERE (continues_id IS NOT NULL);

CREATE UNIQUE INDEX publications_live_remote_item ON public.publications USING btree (account_id, remote_item_id) WHERE ((remote_item_id IS NOT NULL) AND (state <> 'closed'::text));

CREATE INDEX publications_remote_item ON public.publications USING btree (business_id, remote_item_id) WHERE (remote_item_id IS NOT NULL);

CREATE INDEX questions_asked ON public.questions USING btree (business_id, asked_at, id);

CREATE INDEX questions_buyer ON public.questions USING btree (account_id, buyer_id, asked_at DESC);

CREATE INDEX questions_item ON public.questions USING btree (business_id, item_id, asked_at DESC);

CREATE INDEX questions_search ON public.questions USING gin (business_id, search gin_trgm_ops);

CREATE INDEX questions_state ON public.questions USING btree (business_id, state, asked_at, id);

CREATE INDEX receiving_scans_worked ON public.receiving_scans USING btree (business_id, at);

CREATE INDEX refused_sales_order_id_idx ON public.refused_sales USING btree (order_id);

CREATE INDEX remote_listings_named ON public.remote_listings USING btree (business_id, name, id);

CREATE INDEX reported_problem_images_business_id_image_id_idx ON public.reported_problem_images USING btree (business_id, image_id);

CREATE INDEX reported_problems_business_id_request_id_idx ON public.reported_problems USING btree (business_id, request_id);

CREATE INDEX reservations_business_id_stock_id_idx ON public.reservations USING btree (business_id, stock_id) WHERE (state = 'open'::text);

CREATE INDEX reservations_created_at ON public.reservations USING brin (created_at) WITH (autosummarize='on');

CREATE UNIQUE INDEX reservations_open ON public.reservations USING btree (part_id) WHERE (state = 'open'::text);

CREATE INDEX reservations_order_id_idx ON public.reservations USING btree (order_id);

CREATE INDEX reviews_item ON public.reviews USING btree (business_id, item_id, written_at DESC);

CREATE INDEX reviews_rating ON public.reviews USING btree (business_id, rating, id);

CREATE INDEX reviews_search ON public.reviews USING gin (business_id, search gin_trgm_ops);

CREATE INDEX reviews_written ON public.reviews USING btree (business_id, written_at, id);

CREATE INDEX sale_serials_of ON public.sale_serials USING btree (business_id, order_id);

CREATE UNIQUE INDEX sale_serials_once ON public.sale_serials USING btree (fulfiller_id, serial_id) WHERE ((freed_at IS NULL) AND (returned_at IS NULL));

CREATE INDEX saved_views_business_id_user_id_idx ON public.saved_views USING btree (business_id, user_id);

CREATE UNIQUE INDEX saved_views_default ON public.saved_views USING btree (business_id, list, COALESCE(user_id, (0)::bigint)) WHERE is_default;

CREATE UNIQUE INDEX saved_views_name ON public.saved_views USING btree (business_id, list, COALESCE(user_id, (0)::bigint), lower(name));

CREATE INDEX second_step_failures_user ON public.second_step_failures USING btree (user_id, at);

CREATE INDEX serial_events_of ON public.serial_events USING btree (business_id, serial_id, id);

CREATE INDEX serials_changed ON public.serials USING btree (business_id, changed_at, id);

CREATE INDEX serials_here ON public.serials USING btree (business_id, variation_id) WHERE here;

CREATE INDEX serials_known ON public.serials USING btree (business_id, code, id);

CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);

CREATE INDEX sign_in_failures_email_hash_at_idx ON public.sign_in_failures USING btree (email_hash, at);

CREATE INDEX staff_user_id_idx ON public.staff USING btree (user_id);

CREATE UNIQUE INDEX staff_invitations_pending ON public.staff_invitations USING btree (business_id, email) WHERE (accepted_at IS NULL);

CREATE INDEX station_failures_business_id_station_id_idx ON public.station_failures USING btree (business_id, station_id);

CREATE UNIQUE INDEX stations_name ON public.stations USING btree (business_id, fold(name)) WHERE (revoked_at IS NULL);

CREATE INDEX stock_business_id_warehouse_id_idx ON public.stock USING btree (business_id, warehouse_id);

CREATE INDEX stock_drifts_business_id_idx ON public.stock_drifts USING btree (business_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX stock_drifts_open ON public.stock_drifts USING btree (stock_id, bucket, source) WHERE (ended_at IS NULL);

CREATE INDEX plain_bank_accounts ON public.supplier_bank_accounts USING btree (business_id) WHERE (NOT sealed);

CREATE INDEX supplier_contacts_business_id_supplier_id_idx ON public.supplier_contacts USING btree (business_id, supplier_id);

CREATE UNIQUE INDEX supplier_contacts_main ON public.supplier_contacts USING btree (supplier_id) WHERE main;

CREATE INDEX supplier_documents_business_id_supplier_id_id_idx ON public.supplier_documents USING btree (business_id, supplier_id, id DESC);

CREATE INDEX supplier_documents_file_id_idx ON public.supplier_documents USING btree (file_id);

CREATE INDEX supplier_items_business_id_variation_id_idx ON public.supplier_items USING btree (business_id, variation_id);

CREATE INDEX suppliers_business_id_name_id_idx ON public.suppliers USING btree (business_id, name, id);

CREATE UNIQUE INDEX suppliers_document ON public.suppliers USING btree (business_id, document) WHERE (document <> ''::text);

CREATE INDEX supply_request_answers_business_id_line_id_id_idx ON public.supply_request_answers USING btree (business_id, line_id, id DESC);

CREATE INDEX supply_request_answers_business_id_request_id_idx ON public.supply_request_answers USING btree (business_id, request_id);

CREATE INDEX supply_request_events_business_id_request_id_id_idx ON public.supply_request_events USING btree (business_id, request_id, id DESC);

CREATE INDEX supply_request_lines_business_id_variation_id_idx ON public.supply_request_lines USING btree (business_id, variation_id);

CREATE INDEX supply_requests_business_id_state_id_idx ON public.supply_requests USING btree (business_id, state, id DESC);

CREATE INDEX supply_requests_business_id_supplier_id_idx ON public.supply_requests USING btree (business_id, supplier_id);

CREATE INDEX supply_requests_business_id_warehouse_id_idx ON public.supply_requests USING btree (business_id, warehouse_id);

CREATE UNIQUE INDEX supply_requests_child ON public.supply_requests USING btree (parent_id) WHERE (parent_id IS NOT NULL);

CREATE UNIQUE INDEX supply_requests_print_key ON public.supply_requests USING btree (print_key) WHERE (print_key IS NOT NULL);

CREATE INDEX trade_links_supplier_id_idx ON public.trade_links USING btree (supplier_id);

CREATE UNIQUE INDEX two_step_resets_open ON public.two_step_resets USING btree (business_id, user_id) WHERE ((stopped_at IS NULL) AND (done_at IS NULL));

CREATE INDEX two_step_resets_user_id_idx ON public.two_step_resets USING btree (user_id);

CREATE UNIQUE INDEX users_email ON public.users USING btree (email);

CREATE INDEX vendor_invoice_items_business_id_invoice_id_idx ON public.vendor_invoice_items USING btree (business_id, invoice_id);

CREATE INDEX vendor_invoice_items_business_id_line_id_idx ON public.vendor_invoice_items USING btree (business_id, line_id) WHERE (line_id IS NOT NULL);

CREATE INDEX vendor_invoices_business_id_request_id_idx ON public.vendor_invoices USING btree (business_id, request_id);

CREATE UNIQUE INDEX vendor_invoices_received_once ON public.vendor_invoices USING btree (business_id, key) WHERE (NOT released);

CREATE INDEX vendor_return_lines_of ON public.vendor_return_lines USING btree (business_id, return_id);

CREATE UNIQUE INDEX vendor_return_lines_open ON public.vendor_return_lines USING btree (business_id, volume_id, variation_id) WHERE open;

CREATE INDEX vendor_return_lines_volume ON public.vendor_return_lines USING btree (business_id, volume_id);

CREATE INDEX virtual_product_components_dropship_item_id_idx ON public.virtual_product_components USING btree (dropship_item_id);

CREATE INDEX virtual_products_name ON public.virtual_products USING btree (business_id, name, id);

CREATE UNIQUE INDEX virtual_products_sku ON public.virtual_products USING btree (business_id, upper(sku)) WHERE (sku <> ''::text);

CREATE INDEX volume_event_images_business_id_image_id_idx ON public.volume_event_images USING btree (business_id, image_id);

CREATE INDEX volume_events_at ON public.volume_events USING brin (at) WITH (autosummarize='on');

CREATE INDEX volume_events_business_id_volume_id_id_idx ON public.volume_events USING btree (business_id, volume_id, id DESC);

CREATE INDEX volume_events_worked ON public.volume_events USING btree (business_id, at) WHERE (kind = ANY (ARRAY['received'::text, 'tagged'::text, 'launched'::text, 'put-back'::text]));

CREATE INDEX volume_lines_business_id_batch_id_idx ON public.volume_lines USING btree (business_id, batch_id) WHERE (batch_id IS NOT NULL);

CREATE INDEX volume_lines_business_id_variation_id_idx ON public.volume_lines USING btree (business_id, variation_id);

CREATE INDEX volumes_business_id_picking_list_id_idx ON public.volumes USING btree (business_id, picking_list_id) WHERE tote;

CREATE INDEX volumes_business_id_position_id_idx ON public.volumes USING btree (business_id, position_id) WHERE (position_id IS NOT NULL);

CREATE INDEX volumes_business_id_request_line_id_idx ON public.volumes USING btree (business_id, request_line_id) WHERE (request_line_id IS NOT NULL);

CREATE INDEX volumes_business_id_transfer_from_id_idx ON public.volumes USING btree (business_id, transfer_from_id) WHERE (transfer_from_id IS NOT NULL);

CREATE INDEX volumes_business_id_warehouse_id_position_id_idx ON public.volumes USING btree (business_id, warehouse_id, position_id);

CREATE INDEX volumes_kept ON public.volumes USING btree (business_id, warehouse_id) WHERE (state <> ALL (ARRAY['voided'::text, 'archived'::text]));

CREATE INDEX volumes_oldest ON public.volumes USING btree (business_id, warehouse_id, launched_at, id) WHERE ((state = 'active'::text) AND (NOT tote));

CREATE INDEX volumes_standing ON public.volumes USING btree (business_id, position_id) WHERE (state = ANY (ARRAY['active'::text, 'in_balance'::text, 'blocked'::text]));

CREATE INDEX volumes_to_do ON public.volumes USING btree (business_id, warehouse_id, state) WHERE ((NOT tote) AND (state = ANY (ARRAY['registered'::text, 'tagged'::text, 'in_balance'::text, 'blocked'::text])));

CREATE INDEX volumes_zero_check ON public.volumes USING btree (business_id, warehouse_id) WHERE (zero_check_at IS NOT NULL);

CREATE UNIQUE INDEX wave_rules_name ON public.wave_rules USING btree (business_id, warehouse_id, fold(name));

CREATE INDEX webhook_deliveries_at_idx ON public.webhook_deliveries USING btree (at);

CREATE INDEX webhook_deliveries_business_id_webhook_id_id_idx ON public.webhook_deliveries USING btree (business_id, webhook_id, id) WHERE (state = 'waiting'::text);

CREATE UNIQUE INDEX webhook_deliveries_stock ON public.webhook_deliveries USING btree (webhook_id, entity_id) WHERE ((type = 'stock.changed'::text) AND (state = 'waiting'::text) AND (attempts = 0));

CREATE INDEX webhook_deliveries_webhook_id_idx ON public.webhook_deliveries USING btree (webhook_id);

CREATE INDEX webhooks_business_id_idx ON public.webhooks USING btree (business_id) WHERE active;

CREATE INDEX work_days_day ON public.work_days USING brin (day) WITH (autosummarize='on');

create view met_offers with (security_invoker=true) as SELECT d.product_id,
    d.variation_id,
    d.stock_id
   FROM (((dropship_items d
     JOIN businesses supplier ON (((supplier.id = d.business_id) AND (supplier.type = 'supply'::text))))
     JOIN businesses seller ON (((seller.id = app_business()) AND (seller.type = 'sales'::text))))
     LEFT JOIN trade_links t ON (((t.seller_id = seller.id) AND (t.supplier_id = supplier.id))))
  WHERE (d.active AND (COALESCE(t.state, ''::text) <> 'blocked'::text) AND ((NOT d.linked_only) OR (t.state = 'active'::text)));

create view queued_jobs with (security_invoker=true) as SELECT j.id,
    (j.data ->> 'task'::text) AS task,
    (j.data -> 'payload'::text) AS payload,
    j.singleton_key AS key,
    j.group_id AS queue,
    (- j.priority) AS priority,
    (j.state)::text AS state,
    (j.name = 'parked'::text) AS parked,
    ((COALESCE(((j.data ->> 'attempts'::text))::integer, 0) + COALESCE(j.source_retry_count, j.retry_count)) + (((j.started_on IS NOT NULL) OR (j.name = 'parked'::text)))::integer) AS attempts,
    ((COALESCE(((j.data ->> 'attempts'::text))::integer, 0) + j.retry_limit) + 1) AS max_attempts,
    j.start_after AS run_at,
    j.heartbeat_on,
    COALESCE((o.said ->> 'message'::text), ((o.said -> 'value'::text) ->> 'message'::text)) AS last_error
   FROM (pgboss.job j
     CROSS JOIN LATERAL ( SELECT COALESCE(j.source_output, j.output) AS said) o)
  WHERE ((j.state < 'completed'::pgboss.job_state) AND (j.name = ANY (ARRAY['jobs'::text, 'parked'::text])));

CREATE OR REPLACE FUNCTION public.account_of_remote_user(place text, remote text)
 RETURNS TABLE(account_id bigint, business_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, business_id from marketplace_accounts
  where marketplace = place and remote_user_id = remote and removed_at is null
$function$;
alter routine account_of_remote_user(text,text) owner to easy_system;

CREATE OR REPLACE FUNCTION public.accounts_of_seller_ever(place text, remote text)
 RETURNS TABLE(account_id bigint, business_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, business_id from marketplace_accounts where marketplace = place and remote_user_id = remote order by id
$function$;
alter routine accounts_of_seller_ever(text,text) owner to easy_system;

CREATE OR REPLACE FUNCTION public.app_business()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select current_setting('app.business_id')::bigint $function$;

CREATE OR REPLACE FUNCTION public.app_business_or_null()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.business_id', true), '')::bigint $function$;

CREATE OR REPLACE FUNCTION public.app_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) $function$;

CREATE OR REPLACE FUNCTION public.app_station_or_null()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.station_id', true), '')::bigint $function$;

CREATE OR REPLACE FUNCTION public.app_user_or_null()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.user_id', true), '')::bigint $function$;

CREATE OR REPLACE FUNCTION public.audit_of_record(record text)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_bitmapscan TO 'on'
AS $function$
begin
  return array(select id from audit_entries where business_id = app_business() and entity_id = record
      and entity_id not like '% %'
    union all select id from audit_entries where business_id = app_business() and entity_id like '% %'
      and string_to_array(entity_id, ' ') @> array[record]);
end $function$;
alter routine audit_of_record(text) owner to easy_system;

CREATE OR REPLACE FUNCTION public.barred_suppliers()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(array_agg(t.supplier_id) filter (where t.supplier_id is not null), '{}')
  from businesses me left join trade_links t on t.seller_id = me.id and t.state = 'blocked'
  where me.id = app_business() and me.type = 'sales' group by me.id
$function$;
alter routine barred_suppliers() owner to easy_system;

CREATE OR REPLACE FUNCTION public.buffered_orders(at timestamp with time zone)
 RETURNS TABLE(order_id bigint, business_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, business_id from orders where status = 'waiting_separation' and label_available_at <= at and released_at is null
$function$;
alter routine buffered_orders(timestamp with time zone) owner to easy_system;

CREATE OR REPLACE FUNCTION public.business_figures(at timestamp with time zone)
 RETURNS TABLE(figure text, value double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'sweep_seconds', coalesce(extract(epoch from at - min(swept_at)), 0)
    from marketplace_accounts where state = 'connected' and removed_at is null
  union all select 'drifts', count(*) from stock_drifts where ended_at is null
$function$;
alter routine business_figures(timestamp with time zone) owner to easy_system;

CREATE OR REPLACE FUNCTION public.businesses_to_bill(today date)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select b.id from businesses b
  where b.ended_at is null and (b.billed_on is null or b.billed_on < today) order by b.id
$function$;
alter routine businesses_to_bill(date) owner to easy_system;

CREATE OR REPLACE FUNCTION public.businesses_to_recount()
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct business_id from warehouses order by 1
$function$;
alter routine businesses_to_recount() owner to easy_system;

CREATE OR REPLACE FUNCTION public.businesses_with_expired_lots(today date)
 RETURNS TABLE(business_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct b.business_id from batches b
    join volume_lines l on l.business_id = b.business_id and l.batch_id = b.id and not l.expired
    join volumes v on v.id = l.volume_id and v.state in ('active', 'in_balance', 'blocked', 'empty')
  where b.expires_on < today
$function$;
alter routine businesses_with_expired_lots(date) owner to easy_system;

CREATE OR REPLACE FUNCTION public.businesses_with_plain_rows()
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select business_id from supplier_bank_accounts where not sealed
  union select supplier_id from dropinvoices where jsonb_typeof(bank) = 'object'
  union select business_id from orders where buyer ? 'document'
  union select business_id from orders where buyer ? 'sealedDocument' and buyer_document_digest is null
  union select business_id from order_sources where not body ? 'sealed'
$function$;
alter routine businesses_with_plain_rows() owner to easy_system;

CREATE OR REPLACE FUNCTION public.businesses_with_scheduled_counts()
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select business_id from balance_settings where scheduled_per_day is not null order by 1
$function$;
alter routine businesses_with_scheduled_counts() owner to easy_system;

CREATE OR REPLACE FUNCTION public.businesses_with_wave_rules()
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct business_id from wave_rules
    where is_on and (min_sales is not null or minutes_before is not null) order by 1
$function$;
alter routine businesses_with_wave_rules() owner to easy_system;

CREATE OR REPLACE FUNCTION public.codes_of_advertisement(advertisement bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(string_agg(distinct code, ' '), '') from (
    select a.sku as code from advertisements a where a.id = advertisement
    union all select c.sku from advertisement_components c where c.advertisement_id = advertisement
    union all select p.remote_item_id from publications p where p.advertisement_id = advertisement
    union all select unnest(array[v.sku, v.remote_item_id]) from publications p
      join publication_variations v on v.publication_id = p.id and v.business_id = p.business_id
      where p.advertisement_id = advertisement) as all_codes
  where code <> ''
$function$;

CREATE OR REPLACE FUNCTION public.connected_accounts()
 RETURNS TABLE(account_id bigint, business_id bigint, swept_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, business_id, swept_at from marketplace_accounts where state = 'connected' and removed_at is null
$function$;
alter routine connected_accounts() owner to easy_system;

CREATE OR REPLACE FUNCTION public.count_publications(stock bigint)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (select count(distinct v.publication_id) from publication_components c
    join publication_variations v on v.id = c.publication_variation_id where c.stock_id = stock);
end $function$;
alter routine count_publications(bigint) owner to easy_system;

CREATE OR REPLACE FUNCTION public.date_changed_fee()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update orders set paid_centavos = null, money_days = coalesce(money_days, '{}')
      || jsonb_build_object('fee', (app_now() at time zone 'America/Sao_Paulo')::date)
    where id = new.order_id and business_id = new.business_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.date_changed_money()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.paid_centavos := null;
  new.money_days := coalesce(new.money_days, '{}') || (
    select jsonb_object_agg(part, (app_now() at time zone 'America/Sao_Paulo')::date)
    from (values
      ('goods', new.total_centavos is distinct from old.total_centavos),
      ('sellerDiscount', new.seller_discount_centavos is distinct from old.seller_discount_centavos),
      ('marketplaceDiscount', new.discount_centavos is distinct from old.discount_centavos),
      ('freightCharged', new.freight_charged_centavos is distinct from old.freight_charged_centavos),
      ('processingFee', new.processing_fee_centavos is distinct from old.processing_fee_centavos),
      ('freight', new.freight_centavos is distinct from old.freight_centavos),
      ('taxes', new.taxes_withheld_centavos is distinct from old.taxes_withheld_centavos),
      ('refund', new.refunded_centavos is distinct from old.refunded_centavos),
      ('adjustment', new.adjustment_centavos is distinct from old.adjustment_centavos),
      ('other', new.payout_centavos is distinct from old.payout_centavos)
    ) as parts (part, changed) where changed);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_jobs(jobs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  insert into pgboss.job_common as waiting (name, singleton_key, group_id, priority, data, start_after, keep_until, policy,
    retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, heartbeat_seconds, dead_letter)
  select q.name, asked.key, asked.job->>'queue', -coalesce((asked.job->>'priority')::int, 0),
    jsonb_build_object('task', asked.job->>'task', 'payload', asked.job->'payload')
      || case when asked.job ? 'attempts' then jsonb_build_object('attempts', asked.job->'attempts') else '{}' end
      || case when asked.job ? 'lost' then jsonb_build_object('lost', asked.job->'lost') else '{}' end,
    asked.due, asked.due + q.retention_seconds * interval '1 second', q.policy,
    greatest(0, coalesce((asked.job->>'maxAttempts')::int, q.retry_limit + 1) - 1 - coalesce((asked.job->>'attempts')::int, 0)),
    q.retry_delay, q.retry_backoff, q.expire_seconds, q.deletion_seconds, q.heartbeat_seconds, q.dead_letter
  from (
    select distinct on (key) * from (
      select coalesce(job->>'key', gen_random_uuid()::text) as key, job, n,
        now() + coalesce((job->>'inMs')::bigint, 0) * interval '1 millisecond' as due
      from jsonb_array_elements(jobs) with ordinality as j (job, n)) each
    order by key, n desc) asked
  cross join pgboss.queue q where q.name = 'jobs'
  order by asked.key
  on conflict (name, coalesce(singleton_key, '')) where state = 'created' and policy = 'short' do update set
    data = excluded.data, group_id = excluded.group_id, priority = excluded.priority, start_after = excluded.start_after,
    keep_until = excluded.keep_until, retry_limit = excluded.retry_limit
  where not excluded.data ? 'attempts';
end $function$;

CREATE OR REPLACE FUNCTION public.enqueue_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  told text := coalesce(current_setting('app.told_webhooks', true), '');
  name text := 'webhook:' || new.webhook_id;
begin
  if told like '% ' || name || ' %' then return null; end if;
  perform set_config('app.told_webhooks', told || ' ' || name || ' ', true);
  perform enqueue_jobs(jsonb_build_array(jsonb_build_object('task', 'webhooks.deliver', 'key', name, 'queue', name,
    'priority', 2, 'payload', jsonb_build_object('businessId', new.business_id, 'webhookId', new.webhook_id))));
  return null;
end $function$;
alter routine enqueue_webhook() owner to easy_system;

CREATE OR REPLACE FUNCTION public.erase_person()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  person users%rowtype;
  whole text;
  word text;
begin
  select * into person from users where id = app_user_or_null();
  if not found then return; end if;
  select '(^|[^[:alnum:]])(' || string_agg(regexp_replace(v, '[^[:alnum:]]+', '[^[:alnum:]]*', 'g'), '|')
      || ')([^[:alnum:]]|$)' into whole
    from unnest(array[fold(person.name), fold(person.email)]) v;
  select '(^|[^[:alnum:]])(' || string_agg(v, '|') || ')([^[:alnum:]]|$)' into word
    from regexp_split_to_table(fold(person.name || ' ' || split_part(person.email, '@', 1)), '[^[:alnum:]]+') v
    where length(v) >= 3;

  with renamed as (
    update api_keys k set name = '#' || k.id, last_address = case when k.created_by = person.id then null else last_address end
      where k.created_by = person.id or (fold(k.name) ~ whole
        and exists (select from audit_entries a where a.business_id = k.business_id and a.user_id = person.id))
      returning k.id, k.business_id)
  update audit_entries a set changes = jsonb_set(a.changes, '{name}', jsonb_build_array(null, '#' || r.id))
    from renamed r
    where a.business_id = r.business_id and a.endpoint = 'apiKeys.create' and a.entity_id = r.id::text and a.changes ? 'name';

  update files f set name = 'file-' || f.id || coalesce(substring(f.name from '\.[[:alnum:]]{1,5}$'), '')
    where f.created_by = person.id
      or f.id in (select file_id from dropinvoice_proofs where user_id = person.id
        union select file_id from supplier_documents where created_by = person.id
        union select file_id from imports where user_id = person.id);
  update imports set file_name = 'import-' || id where user_id = person.id;
  update bank_statements set file_name = 'statement-' || id where user_id = person.id;
  update images set name = 'image-' || id where created_by = person.id and fold(name) ~ word;
  update supplier_documents set name = 'document-' || id || coalesce(substring(name from '\.[[:alnum:]]{1,5}$'), '')
    where created_by = person.id;
  update chat_files f set name = 'file-' || f.id || coalesce(substring(f.name from '\.[[:alnum:]]{1,5}$'), '')
    from chat_messages m where m.id = f.message_id and m.written_by = person.id;
  delete from saved_views where user_id = person.id;
end $function$;
alter routine erase_person() owner to easy_system;

CREATE OR REPLACE FUNCTION public.find_expired_key(token bytea, at timestamp with time zone)
 RETURNS TABLE(id bigint, business_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, business_id from api_keys where token_hash = token and expires_at <= at and not seen_expired
$function$;
alter routine find_expired_key(bytea,timestamp with time zone) owner to easy_system;

CREATE OR REPLACE FUNCTION public.find_expired_session(token bytea, at timestamp with time zone)
 RETURNS TABLE(id bigint, user_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, user_id from sessions where access_hash = token
    and ((access_expires_at <= at and access_expires_at > '-infinity') or fresh_until <= at)
$function$;
alter routine find_expired_session(bytea,timestamp with time zone) owner to easy_system;

CREATE OR REPLACE FUNCTION public.find_mail_token(token bytea, kind text)
 RETURNS TABLE(id bigint, user_id bigint, expires_at timestamp with time zone, used_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, user_id, expires_at, used_at from mail_tokens where token_hash = token and purpose = kind
$function$;
alter routine find_mail_token(bytea,text) owner to easy_system;

CREATE OR REPLACE FUNCTION public.find_matches(list text, pieces text[], most integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_bitmapscan TO 'on'
AS $function$
declare
  mine text := format('%L::bigint', app_business());
  patterns text[] := array(select format('%L', '%' || replace(replace(replace(fold(piece), '\', '\\'), '%', '\%'), '_', '\_') || '%')
    from unnest(pieces) as piece);
  every text := (select string_agg(format('search like %s', pattern), ' and ') from unnest(patterns) as pattern);
  pattern text;
  found bigint[];
  matches bigint[];
begin
  -- Composed and not bound: the planner chooses between index and scan by how common this very text is.
  if list in ('products', 'advertisements', 'sales', 'bench', 'questions', 'chats', 'reviews') then
    execute format('select array_agg(id) from (select id from %s and %s limit %s) as capped', case list
      when 'products' then format('products where business_id = %s', mine)
      when 'advertisements' then format('advertisements where business_id = %s', mine)
      when 'sales' then format('orders where business_id = %s', mine)
      when 'questions' then format('questions where business_id = %s', mine)
      when 'chats' then format('chats where business_id = %s', mine)
      when 'reviews' then format('reviews where business_id = %s', mine)
      else format('orders where fulfiller_id = %s', mine) end, every, most + 1) into found;
    return case when cardinality(found) > most then null else coalesce(found, '{}') end;
  end if;
  -- Variations, and offers of them: a piece may stand in the product's text or in the variation's own. A piece that is
  -- too common is left to the list, as long as another is not.
  foreach pattern in array patterns loop
    execute format(case list
      when 'variations' then 'select array_agg(id) from (
        select id from product_variations where business_id = %1$s and search like %2$s
        union all select v.id from products p join product_variations v on v.business_id = p.business_id and v.product_id = p.id
        where p.business_id = %1$s and p.search like %2$s limit %3$s) as capped'
      when 'offered' then 'select array_agg(id) from (
        select d.id from product_variations v join dropship_items d on d.variation_id = v.id where d.active and v.search like %2$s
        union all select d.id from products p join dropship_items d on d.product_id = p.id
        where d.active and p.search like %2$s limit %3$s) as capped'
      end, mine, pattern, most + 1) into found;
    continue when cardinality(found) > most;
    matches := case when matches is null then coalesce(found, '{}')
      else array(select unnest(matches) intersect select unnest(found)) end;
  end loop;
  return matches;
end $function$;
alter routine find_matches(text,text[],integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.find_printable_request(key uuid)
 RETURNS TABLE(id bigint, business_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select r.id, r.business_id from supply_requests r where r.print_key = key
$function$;
alter routine find_printable_request(uuid) owner to easy_system;

CREATE OR REPLACE FUNCTION public.find_session_family(family bytea)
 RETURNS TABLE(id bigint, user_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, user_id from sessions where family_hash = family
$function$;
alter routine find_session_family(bytea) owner to easy_system;

CREATE OR REPLACE FUNCTION public.find_staff_invitation(token bytea)
 RETURNS TABLE(id bigint, business_id bigint, business_name text, business_type text, email text, roles text[], warehouse_ids bigint[], expires_at timestamp with time zone, accepted_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select i.id, i.business_id, b.name, b.type, i.email, i.roles, i.warehouse_ids, i.expires_at, i.accepted_at
  from staff_invitations i join businesses b on b.id = i.business_id where i.token_hash = token
$function$;
alter routine find_staff_invitation(bytea) owner to easy_system;

CREATE OR REPLACE FUNCTION public.find_station(token bytea)
 RETURNS TABLE(id bigint, business_id bigint, revoked boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, business_id, revoked_at is not null from stations where token_hash = token
$function$;
alter routine find_station(bytea) owner to easy_system;

CREATE OR REPLACE FUNCTION public.find_two_step_reset(token bytea)
 RETURNS TABLE(id bigint, business_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select r.id, r.business_id from two_step_resets r
  where r.stop_hash = token and r.stopped_at is null and r.done_at is null
$function$;
alter routine find_two_step_reset(bytea) owner to easy_system;

CREATE OR REPLACE FUNCTION public.find_user_by_email(address text)
 RETURNS TABLE(id bigint, name text, password_hash text, activated_at timestamp with time zone, locale text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, name, password_hash, activated_at, locale from users where email = address
$function$;
alter routine find_user_by_email(text) owner to easy_system;

CREATE OR REPLACE FUNCTION public.fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select lower(translate(value,
    'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñÝýÿ',
    'AAAAAAaaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuCcNnYyy')) $function$;

CREATE OR REPLACE FUNCTION public.follow_own_cost()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update dropship_items set price_centavos = new.cost_centavos, version = version + 1
  where variation_id = new.id and business_id = new.business_id and not from_supplier
    and price_centavos <> new.cost_centavos;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_audit_entries(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from audit_entries where (business_id, id) in
      (select business_id, id from audit_entries where at < before limit most) returning 1)
    select count(*) from gone $function$;
alter routine forget_audit_entries(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_authorization_requests(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from authorization_requests where (business_id, id) in
      (select business_id, id from authorization_requests where expires_at < before limit most) returning 1)
    select count(*) from gone $function$;
alter routine forget_authorization_requests(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_bank_rows(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from bank_rows where (business_id, id) in
      (select r.business_id, r.id from bank_statements s
        join bank_rows r on r.business_id = s.business_id and r.statement_id = s.id
        where s.at < before and r.state <> 'received' order by s.at limit most) returning 1)
    select count(*) from gone $function$;
alter routine forget_bank_rows(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_idempotency_keys(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from idempotency_keys where (business_id, id) in
      (select business_id, id from idempotency_keys where created_at < before order by created_at limit most) returning 1)
    select count(*) from gone $function$;
alter routine forget_idempotency_keys(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_invitations()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  delete from staff_invitations i using users u where u.id = app_user_or_null() and i.email = u.email
$function$;
alter routine forget_invitations() owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_mail_tokens(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ with gone as (delete from mail_tokens where id in
      (select id from mail_tokens where expires_at < before limit most) returning 1)
    select count(*) from gone $function$;
alter routine forget_mail_tokens(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_notification(one bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update notifications set body = jsonb_build_object('event', body->'event') where id = one
$function$;
alter routine forget_notification(bigint) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_notifications(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from notifications where id in
      (select id from notifications where received_at < before order by received_at limit most) returning 1)
    select count(*) from gone $function$;
alter routine forget_notifications(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_order_events(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from order_events where (business_id, id) in
      (select e.business_id, e.id from order_events e join orders o on o.id = e.order_id
        where e.at < before and o.updated_at < before and o.status in ('complete', 'canceled') limit most) returning 1)
    select count(*) from gone $function$;
alter routine forget_order_events(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_order_scans(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from order_scans where (business_id, id) in
      (select s.business_id, s.id from order_scans s join orders o on o.id = s.order_id
        where s.at < before and (o.packed_at is not null or o.canceled_at is not null) limit most) returning 1)
    select count(*) from gone $function$;
alter routine forget_order_scans(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_order_sources(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from order_sources where (business_id, id) in
      (select business_id, id from order_sources where received_at < before limit most) returning 1)
    select count(*) from gone $function$;
alter routine forget_order_sources(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_picking_scans(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from picking_scans where (business_id, id) in
      (select s.business_id, s.id from picking_scans s
        join picking_lists l on l.business_id = s.business_id and l.id = s.list_id
        where s.at < before and l.state in ('finished', 'canceled') limit most) returning 1)
    select count(*) from gone $function$;
alter routine forget_picking_scans(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_reservations(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from reservations where (business_id, id) in
      (select business_id, id from reservations
        where created_at < before and ended_at < before limit most) returning 1)
    select count(*) from gone $function$;
alter routine forget_reservations(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_sessions(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ with gone as (delete from sessions where id in
      (select id from sessions where expires_at < before limit most) returning 1)
    select count(*) from gone $function$;
alter routine forget_sessions(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_volume_events(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with passed as materialized (
    select e.business_id, e.id from volume_events e
      join volumes v on v.business_id = e.business_id and v.id = e.volume_id
      where e.at < before and v.updated_at < before and v.state in ('archived', 'voided') limit most),
  pictures as (delete from volume_event_images where (business_id, event_id) in (select business_id, id from passed)),
  gone as (delete from volume_events where (business_id, id) in (select business_id, id from passed) returning 1)
    select count(*) from gone $function$;
alter routine forget_volume_events(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_webhook_deliveries(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from webhook_deliveries where (business_id, id) in
      (select business_id, id from webhook_deliveries where at < before order by at limit most) returning 1)
    select count(*) from gone $function$;
alter routine forget_webhook_deliveries(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.forget_work_days(before timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from work_days where (business_id, day, user_id, kind) in
      (select business_id, day, user_id, kind from work_days
        where day < (before at time zone 'America/Sao_Paulo')::date limit most) returning 1)
    select count(*) from gone $function$;
alter routine forget_work_days(timestamp with time zone,integer) owner to easy_system;

CREATE OR REPLACE FUNCTION public.is_colleague(person bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from staff s where s.user_id = person and s.business_id = app_business_or_null());
end $function$;
alter routine is_colleague(bigint) owner to easy_system;

CREATE OR REPLACE FUNCTION public.is_known_business(business bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from staff s where s.business_id = business and s.user_id = app_user_or_null());
end $function$;
alter routine is_known_business(bigint) owner to easy_system;

CREATE OR REPLACE FUNCTION public.is_known_device(mail text, device bytea)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from known_devices d join users u on u.id = d.user_id where u.email = mail and d.device_hash = device)
$function$;
alter routine is_known_device(text,bytea) owner to easy_system;

CREATE OR REPLACE FUNCTION public.is_offered_category(category bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from products p join met_offers m on m.product_id = p.id where p.category_id = category);
end $function$;
alter routine is_offered_category(bigint) owner to easy_system;

CREATE OR REPLACE FUNCTION public.is_offered_image(image bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from product_images i join met_offers m on m.product_id = i.product_id where i.image_id = image);
end $function$;
alter routine is_offered_image(bigint) owner to easy_system;

CREATE OR REPLACE FUNCTION public.is_offered_product(product bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from met_offers m where m.product_id = product);
end $function$;
alter routine is_offered_product(bigint) owner to easy_system;

CREATE OR REPLACE FUNCTION public.is_offered_variation(variation bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (select from met_offers m where m.variation_id = variation);
end $function$;
alter routine is_offered_variation(bigint) owner to easy_system;

CREATE OR REPLACE FUNCTION public.keep_advertisement_codes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ad bigint;
  gathered text;
begin
  if tg_table_name = 'publication_variations' then
    select p.advertisement_id into ad from publications p where p.id = coalesce(new.publication_id, old.publication_id);
  else
    ad := coalesce(new.advertisement_id, old.advertisement_id);
  end if;
  gathered := codes_of_advertisement(ad);
  update advertisements a set codes = gathered where a.id = ad and a.codes <> gathered;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_chat_of_question()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  waits boolean := new.state in ('waiting', 'refused');
begin
  insert into chats (business_id, account_id, source, remote_id, kind, question_id, about_what, about_id, status, turn,
    send_state, opened_at, last_at, due_at, excerpt, words, read_at)
  values (new.business_id, new.account_id, 'question', new.id::text, 'question', new.id, 'item', new.item_id,
    case when new.state in ('answered', 'closed') then 'closed' when new.state = 'blocked' then 'blocked' else 'open' end,
    case when waits then 'us' end,
    case new.state when 'sending' then 'sending' when 'refused' then 'refused' end,
    new.asked_at, greatest(new.asked_at, new.answered_at, new.replied_at),
    case when waits then new.asked_at + interval '24 hours' end,
    left(new.text, 300), concat_ws(' ', new.text, new.answer), new.read_at)
  on conflict (question_id) where question_id is not null do update set
    about_id = excluded.about_id, status = excluded.status, turn = excluded.turn, send_state = excluded.send_state,
    last_at = excluded.last_at, due_at = excluded.due_at, excerpt = excluded.excerpt, words = excluded.words,
    read_at = excluded.read_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_chat_of_return()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.return_expected then
    insert into chats (business_id, account_id, source, remote_id, kind, order_id, about_what, about_id, status, opened_at,
      last_at, excerpt, read_at)
    select new.business_id, new.account_id, 'parcel', new.id::text, 'return', new.id, 'order',
      coalesce(new.remote_order_id, ''), 'open', new.updated_at, new.updated_at, coalesce(new.canceled_reason, ''),
      new.updated_at
    where not exists (select from claim_sales s where s.order_id = new.id)
    on conflict (order_id) where source = 'parcel' do update set status = 'open', last_at = excluded.last_at;
  else
    update chats set status = 'closed', last_at = new.updated_at
    where order_id = new.id and source = 'parcel' and status <> 'closed';
  end if;
  return null;
end $function$;
alter routine keep_chat_of_return() owner to easy_system;

CREATE OR REPLACE FUNCTION public.keep_cost_of_parts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_level = 'ROW' then
    perform sum_parts(array[new.order_id]);
  else
    perform sum_parts(array(select distinct order_id from changed));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_line_cost()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    new.cost_centavos := coalesce(new.cost_centavos, new.price_centavos * new.quantity);
  elsif new.cost_centavos is distinct from old.cost_centavos then
    return new;
  elsif new.price_centavos is distinct from old.price_centavos then
    new.cost_centavos := new.price_centavos * new.quantity;
  elsif new.quantity <> old.quantity then
    new.cost_centavos := case when old.quantity = 0 then new.price_centavos * new.quantity
      else old.cost_centavos - round(old.cost_centavos::numeric * (old.quantity - new.quantity) / old.quantity) end;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_linked_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'publications' then
    update publication_variations v
    set linked_account_id = case when new.state <> 'closed' and v.remote_item_id is not null then new.account_id end
    where v.publication_id = new.id and v.business_id = new.business_id;
    return null;
  end if;
  new.linked_account_id := null;
  if new.remote_item_id is not null then
    new.linked_account_id := (select p.account_id from publications p
      where p.id = new.publication_id and p.business_id = new.business_id and p.state <> 'closed');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_sums_of_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_level = 'ROW' then
    perform sum_lines(array[new.order_id]);
  else
    perform sum_lines(array(select distinct order_id from changed));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.linked_suppliers()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(array_agg(t.supplier_id), '{}') from trade_links t
  where t.seller_id = app_business() and t.state = 'active'
$function$;
alter routine linked_suppliers() owner to easy_system;

CREATE OR REPLACE FUNCTION public.list_my_businesses()
 RETURNS TABLE(id bigint, name text, type text, two_step_from timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select b.id, b.name, b.type, b.two_step_from from staff m join businesses b on b.id = m.business_id
  where m.user_id = app_user_or_null() order by m.id
$function$;
alter routine list_my_businesses() owner to easy_system;

CREATE OR REPLACE FUNCTION public.mark_supplier()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.from_supplier := exists (select from businesses b where b.id = new.business_id and b.type = 'supply');
  if not new.from_supplier then
    new.price_centavos := coalesce((select nullif(v.cost_centavos, 0) from product_variations v
      where v.id = new.variation_id), new.price_centavos);
  end if;
  return new;
end $function$;
alter routine mark_supplier() owner to easy_system;

CREATE OR REPLACE FUNCTION public.name_in_audit(person bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (select u.name from users u where u.id = person and exists (
    select from audit_entries a where a.business_id = app_business() and a.user_id = person));
end $function$;
alter routine name_in_audit(bigint) owner to easy_system;

CREATE OR REPLACE FUNCTION public.normal_gtin(code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when code !~ '^([0-9]{8}|[0-9]{12,14})$' then code when ltrim(code, '0') = '' then ''
    else lpad(ltrim(code, '0'), case when length(ltrim(code, '0')) <= 8 then 8
      else greatest(12, length(ltrim(code, '0'))) end, '0') end
$function$;

CREATE OR REPLACE FUNCTION public.offer_in_use(offer bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from advertisement_components where dropship_item_id = offer)
    or exists (select from publication_components where dropship_item_id = offer)
    or exists (select from virtual_product_components where dropship_item_id = offer)
$function$;
alter routine offer_in_use(bigint) owner to easy_system;

CREATE OR REPLACE FUNCTION public.offers_by_code(gtins text[], skus text[])
 RETURNS TABLE(offer bigint, gtin text, sku text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.id, v.gtin, v.sku_key from product_variations v join dropship_items d on d.variation_id = v.id and d.active
  where v.gtin = any(gtins) and v.gtin <> ''
  union
  select d.id, v.gtin, v.sku_key from product_variations v join dropship_items d on d.variation_id = v.id and d.active
  where v.sku_key = any(skus) and v.sku_key <> ''
$function$;
alter routine offers_by_code(text[],text[]) owner to easy_system;

CREATE OR REPLACE FUNCTION public.offers_by_title(titles text[])
 RETURNS TABLE(n integer, offer bigint, score real)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_bitmapscan TO 'on'
AS $function$
  select t.n::int, c.id, c.score from unnest(titles) with ordinality as t (title, n)
    cross join lateral (
      select d.id, similarity(fold(p.name || ' ' || v.name), fold(t.title)) as score
      from products p join product_variations v on v.product_id = p.id
        join dropship_items d on d.variation_id = v.id and d.active
      where fold(p.name) % fold(t.title)
      order by score desc, d.id limit 30) as c
  where c.score >= 0.3
$function$;
alter routine offers_by_title(text[]) owner to easy_system;

CREATE OR REPLACE FUNCTION public.open_dropinvoices(before date)
 RETURNS TABLE(dropinvoice_id bigint, supplier_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, supplier_id from dropinvoices where closed_at is null and day < before order by id
$function$;
alter routine open_dropinvoices(date) owner to easy_system;

CREATE OR REPLACE FUNCTION public.open_key(token bytea, at timestamp with time zone)
 RETURNS TABLE(key_id bigint, user_id bigint, business_id bigint, business_type text, role text, locale text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select k.id, k.created_by, k.business_id, b.type, k.role, u.locale
  from api_keys k
  join businesses b on b.id = k.business_id
  join users u on u.id = k.created_by
  join staff m on m.business_id = k.business_id and m.user_id = k.created_by and 'owner' = any (m.roles),
  lateral (select set_config('app.user_id', k.created_by::text, true),
    set_config('app.business_id', k.business_id::text, true),
    set_config('app.station_id', '', true),
    set_config('app.now', at::text, true)) as opened
  where k.token_hash = token and k.revoked_at is null and k.expires_at > at and not k.seen_expired
$function$;
alter routine open_key(bytea,timestamp with time zone) owner to easy_system;

CREATE OR REPLACE FUNCTION public.open_session(token bytea, at timestamp with time zone)
 RETURNS TABLE(session_id bigint, user_id bigint, business_id bigint, business_type text, roles text[], warehouse_ids bigint[], stage text, fresh_until timestamp with time zone, locale text, two_step_due timestamp with time zone, station_id bigint, station_warehouse_id bigint, supplier_may text[])
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.id, s.user_id, m.business_id, b.type, m.roles, m.warehouse_ids, s.stage, s.fresh_until, u.locale,
    case when b.two_step_from is not null and not exists (
      select from two_step_secrets t where t.user_id = s.user_id and t.activated_at is not null)
    then b.two_step_from end,
    t.id, t.warehouse_id, b.supplier_may
  from sessions s
  join users u on u.id = s.user_id
  left join staff m on m.business_id = s.business_id and m.user_id = s.user_id
  left join businesses b on b.id = m.business_id
  left join stations t on t.id = s.station_id and t.business_id = m.business_id and t.revoked_at is null,
  lateral (select set_config('app.user_id', s.user_id::text, true),
    set_config('app.business_id', coalesce(m.business_id::text, ''), true),
    set_config('app.station_id', coalesce(t.id::text, ''), true),
    set_config('app.now', at::text, true)) as opened
  where s.access_hash = token and s.access_expires_at > at and s.expires_at > at and s.revoked_at is null
    and (s.station_id is null or t.id is not null)
$function$;
alter routine open_session(bytea,timestamp with time zone) owner to easy_system;

CREATE OR REPLACE FUNCTION public.overdue_pairs(today date)
 RETURNS TABLE(seller_id bigint, supplier_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.seller_id, d.supplier_id from dropinvoices d
  where d.closed_at is not null and d.state <> 'complete' and d.due_on < today
    and (d.payable_centavos > 0 or d.state = 'waiting_approval')
  union
  select c.seller_id, c.supplier_id from overdue_cases c where c.ended_at is null
$function$;
alter routine overdue_pairs(date) owner to easy_system;

CREATE OR REPLACE FUNCTION public.post_entries(entries jsonb, person bigint, at timestamp with time zone)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  ids bigint[];
begin
  perform from stock s where s.business_id = app_business()
    and s.id in (select e.stock_id from jsonb_to_recordset(entries) as e (stock_id bigint)) order by s.id for no key update;
  with posted as (
    insert into ledger_entries (business_id, stock_id, kind, source, source_id, on_hand, reserved, soft, hold, inbound,
      packed, volume_id, position_id, reason, user_id, at, part_id, attempt, batch_id)
    select app_business(), e.stock_id, e.kind, e.source, e.source_id, coalesce(e.on_hand, 0), coalesce(e.reserved, 0),
      coalesce(e.soft, 0), coalesce(e.hold, 0), coalesce(e.inbound, 0), coalesce(e.packed, 0), e.volume_id, e.position_id,
      e.reason, person, post_entries.at, e.part_id, e.attempt, e.batch_id
    from jsonb_populate_recordset(null::ledger_entries, entries) e
    on conflict (business_id, source, source_id, kind) do nothing
    returning stock_id, kind, on_hand, reserved, soft, hold, inbound, packed
  ), moved as (
    select stock_id, sum(on_hand)::int as on_hand, sum(reserved)::int as reserved, sum(soft)::int as soft,
      sum(hold)::int as hold, sum(inbound)::int as inbound, sum(packed)::int as packed,
      coalesce(sum(on_hand) filter (where kind in ('adjustment', 'vendor_return')), 0) < 0 as counted_less
    from posted group by stock_id
  ), changed as (
    update stock s set on_hand = s.on_hand + m.on_hand, reserved = s.reserved + m.reserved, soft = s.soft + m.soft,
      hold = s.hold + m.hold, inbound = s.inbound + m.inbound, packed = s.packed + m.packed, revision = s.revision + 1,
      shortfall = least(greatest(0, s.reserved + m.reserved - s.on_hand - m.on_hand),
        case when m.counted_less then 2147483647 else s.shortfall end)
    from moved m where s.id = m.stock_id and s.business_id = app_business()
    returning s.id
  )
  select coalesce(array_agg(id), '{}') into ids from changed;
  return ids;
end $function$;

CREATE OR REPLACE PROCEDURE public.protect(IN target regclass, IN reading text, IN writing text, IN rights text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy reading on %s for select to easy_app using (%s)', target, reading);
  execute format('create policy adding on %s for insert to easy_app with check (%s)', target, writing);
  execute format('create policy changing on %s for update to easy_app using (%s) with check (%s)', target, writing, writing);
  execute format('create policy removing on %s for delete to easy_app using (%s)', target, writing);
  execute format('grant %s on %s to easy_app', rights, target);
end $procedure$;

CREATE OR REPLACE FUNCTION public.publications_by_stock(stocks bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (select coalesce(jsonb_object_agg(stock, (select count(distinct v.publication_id) from publication_components c
    join publication_variations v on v.id = c.publication_variation_id where c.stock_id = stock)), '{}')
    from unnest(stocks) as stock);
end $function$;
alter routine publications_by_stock(bigint[]) owner to easy_system;

CREATE OR REPLACE FUNCTION public.publications_of_products(products bigint[])
 RETURNS TABLE(business_id bigint, publication_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct p.business_id, p.id
  from dropship_items d join publication_components c on c.dropship_item_id = d.id
    join publication_variations v on v.id = c.publication_variation_id join publications p on p.id = v.publication_id
  where d.product_id = any(products) and p.state <> 'closed'
    and (p.follows_size or v.follows_size)
$function$;
alter routine publications_of_products(bigint[]) owner to easy_system;

CREATE OR REPLACE FUNCTION public.publications_of_stock(stocks bigint[])
 RETURNS TABLE(business_id bigint, publication_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  select distinct v.business_id, v.publication_id
  from publication_components c join publication_variations v on v.id = c.publication_variation_id
  where c.stock_id = any(stocks)
$function$;
alter routine publications_of_stock(bigint[]) owner to easy_system;

CREATE OR REPLACE FUNCTION public.queue_figures()
 RETURNS TABLE(figure text, task text, value double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with open as (
    select j.name = 'parked' as parked, j.state::text as state, j.data ->> 'task' as task, j.start_after
    from pgboss.job j where j.state < 'completed' and j.name in ('jobs', 'parked')
  )
  select 'due', '', count(*) filter (where state <> 'active' and start_after <= now()) from open where not parked
  union all select 'running', '', count(*) filter (where state = 'active') from open where not parked
  union all select 'later', '', count(*) filter (where state <> 'active' and start_after > now()) from open where not parked
  union all select 'oldest_seconds', '', coalesce(extract(epoch from now() - min(start_after)), 0)
    from open where not parked and state <> 'active' and start_after <= now()
  union all select 'parked', open.task, count(*) from open where parked group by open.task
  union all select 'schedule_seconds', '', extract(epoch from now() - cron_on) from pgboss.version where cron_on is not null
$function$;

CREATE OR REPLACE FUNCTION public.refresh_statistics(tables text[], added bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  stale name;
begin
  for stale in select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = any(tables) and reltuples < added / 2
  loop
    execute format('analyze (skip_locked) public.%I', stale);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.reserve_stock(fulfiller bigint, sales jsonb, at timestamp with time zone, OUT met bigint[], OUT moved bigint[])
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  acting text := current_setting('app.business_id', true);
  ids bigint[];
  free integer[];
  wanted jsonb;
  entries jsonb;
  sale record;
  lot record;
  place integer;
  fits boolean;
begin
  met := '{}';
  perform set_config('app.business_id', fulfiller::text, true);
  select array_agg(h.id), array_agg(h.free) into ids, free from (
    select s.id, s.on_hand - s.reserved - s.soft - s.hold - s.buffer as free from stock s
    where s.business_id = fulfiller and s.id in (select (d->>'stockId')::bigint
      from jsonb_array_elements(sales) o, jsonb_array_elements(o->'demands') d)
    order by s.id for no key update) h;
  -- Units of a lot whose last day is over, and that `hold` does not have yet. A statement of its own, so that it sees what
  -- was committed before the rows were locked.
  for lot in
    select s.id as stock, sum(l.quantity)::int as units
    from stock s join batches b on b.business_id = fulfiller and b.variation_id = s.variation_id
        and b.expires_on < (at at time zone 'America/Sao_Paulo')::date
      join volume_lines l on l.business_id = fulfiller and l.batch_id = b.id and not l.expired
      join volumes v on v.id = l.volume_id and v.warehouse_id = s.warehouse_id and not v.suspect
        and v.state in ('active', 'in_balance', 'empty')
    where s.id = any(ids) group by s.id
  loop
    place := array_position(ids, lot.stock);
    free[place] := free[place] - lot.units;
  end loop;
  select jsonb_agg(jsonb_build_object('n', o.n, 'sale', (o.sale->>'orderId')::bigint, 'kind', o.sale->>'kind',
      'part', d."partId", 'stock', d."stockId", 'quantity', d.quantity, 'own', coalesce(r.quantity, 0), 'held', r.id)) into wanted
  from jsonb_array_elements(sales) with ordinality o (sale, n),
    jsonb_to_recordset(o.sale->'demands') as d ("partId" bigint, "stockId" bigint, quantity integer)
    left join reservations r on r.part_id = d."partId" and r.state = 'open'
  where r.id is null or r.kind not in (o.sale->>'kind', 'firm');

  for sale in
    select (o.sale->>'orderId')::bigint as id, array_agg(w.stock) filter (where w.stock is not null) as stocks,
      array_agg(w.units) as units
    from jsonb_array_elements(sales) with ordinality o (sale, n)
      left join (select x.n, x.stock, sum(x.quantity - x.own)::int as units
        from jsonb_to_recordset(wanted) as x (n bigint, stock bigint, quantity integer, own integer) group by 1, 2) w on w.n = o.n
    group by o.n, 1 order by o.n
  loop
    fits := true;
    for i in 1 .. coalesce(cardinality(sale.stocks), 0) loop
      fits := fits and sale.units[i] <= coalesce(free[array_position(ids, sale.stocks[i])], -1);
    end loop;
    continue when not fits;
    met := met || sale.id;
    for i in 1 .. coalesce(cardinality(sale.stocks), 0) loop
      place := array_position(ids, sale.stocks[i]);
      free[place] := free[place] - sale.units[i];
    end loop;
  end loop;

  with ended as (
    update reservations set state = 'released', ended_at = at
    where id in (select w.held from jsonb_to_recordset(wanted) as w (sale bigint, held bigint) where w.sale = any (met))
    returning id, stock_id, kind, quantity
  )
  select jsonb_agg(jsonb_build_object('stock_id', stock_id, 'kind', 'release', 'source', 'reservation', 'source_id', id::text,
    case kind when 'firm' then 'reserved' else 'soft' end, -quantity)) into entries from ended;
  with made as (
    insert into reservations (business_id, stock_id, order_id, part_id, kind, quantity, created_at)
    select fulfiller, w.stock, w.sale, w.part, w.kind, w.quantity, at
    from jsonb_to_recordset(wanted) as w (sale bigint, kind text, part bigint, stock bigint, quantity integer)
    where w.sale = any (met) order by w.part returning id, stock_id, kind, quantity
  )
  select coalesce(entries, '[]') || coalesce(jsonb_agg(jsonb_build_object('stock_id', stock_id, 'kind', 'reserve',
    'source', 'reservation', 'source_id', id::text, case kind when 'firm' then 'reserved' else 'soft' end, quantity)), '[]')
    into entries from made;
  moved := post_entries(entries, null, at);
  perform set_config('app.business_id', coalesce(acting, ''), true);
end $function$;

CREATE OR REPLACE FUNCTION public.resume_lost_jobs()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with lost as (
    delete from pgboss.job_common
    where name = 'jobs' and state = 'retry' and output #>> '{value,message}' = 'job heartbeat timeout'
      and coalesce((data->>'lost')::int, 0) < 200
    returning *, coalesce((data->>'attempts')::int, 0) as spent)
  select enqueue_jobs(jsonb_agg(jsonb_build_object('task', data->'task', 'payload', data->'payload', 'key', singleton_key,
    'queue', group_id, 'priority', -priority, 'attempts', spent + retry_count, 'maxAttempts', spent + retry_limit + 1,
    'lost', coalesce((data->>'lost')::int, 0) + 1)))
  from lost having count(*) > 0
$function$;

CREATE OR REPLACE FUNCTION public.sales_tax_today()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select coalesce((select t.basis_points from sales_taxes t where t.business_id = app_business()
        and t.from_day <= (app_now() at time zone 'America/Sao_Paulo')::date
      order by t.from_day desc limit 1), 0)
  $function$;

CREATE OR REPLACE FUNCTION public.short_orders(stocks bigint[])
 RETURNS TABLE(order_id bigint, business_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct o.id, o.business_id from orders o join order_parts p on p.order_id = o.id
  where p.stock_id = any(stocks) and o.reserve = 'short' and o.canceled_at is null order by o.id
$function$;
alter routine short_orders(bigint[]) owner to easy_system;

CREATE OR REPLACE FUNCTION public.sold_offers(account bigint, lines jsonb)
 RETURNS TABLE(line integer, publication_variation_id bigint, published_centavos bigint, dropship_item_id bigint, stock_id bigint, supplier_id bigint, warehouse_id bigint, product_id bigint, variation_id bigint, units integer, unit_cost_centavos bigint, product_name text, variation_name text, sku text, gtin text, accept_mode text, link_state text, credit_limit_centavos bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  seller bigint := app_business();
begin
  return query
  with sold as (
    select l.n, l.item, l.variation, l.sku, l.known
    from jsonb_to_recordset(lines) as l (n integer, item text, variation text, sku text, known bigint)
  ), candidate as (
    select s.n, v.id, true as out, v.remote_variation_id is not distinct from s.variation as exact
    from sold s join publication_variations v on v.business_id = seller and v.remote_item_id = s.item
      join publications p on p.id = v.publication_id and p.account_id = account
    where s.variation is null or v.remote_variation_id = s.variation or v.remote_variation_id is null
    union
    select s.n, v.id, false, false
    from sold s join publications p on p.account_id = account and p.remote_item_id = s.item and p.business_id = seller
      join publication_variations v on v.business_id = seller and v.publication_id = p.id and v.remote_item_id is null
    where s.variation is null or v.remote_variation_id = s.variation or v.remote_variation_id is null
  ), by_item as (
    select c.n, coalesce(min(c.id) filter (where c.exact),
      case count(*) filter (where c.out) when 1 then min(c.id) filter (where c.out)
        when 0 then case when count(*) = 1 then min(c.id) end end) as id
    from candidate c group by c.n
  ), by_sku as (
    select s.n, case when count(*) = 1 then min(v.id) end as id
    from sold s join publication_variations v on v.business_id = seller and upper(v.sku) = s.sku and v.sku <> ''
      join publications p on p.id = v.publication_id and p.account_id = account and p.state <> 'closed'
    group by s.n
  ), named as (
    select s.n, coalesce(s.known, i.id, k.id) as id
    from sold s left join by_item i on i.n = s.n left join by_sku k on k.n = s.n
  )
  select m.n, v.id, v.cost_centavos, d.id, d.stock_id, d.business_id, d.warehouse_id, d.product_id, d.variation_id,
    c.quantity, d.price_centavos, r.name, w.name, w.sku, w.gtin, t.accept_mode, t.state, t.credit_limit_centavos
  from named m
    join publication_variations v on v.id = m.id and v.business_id = seller
    join publication_components c on c.publication_variation_id = v.id
    left join dropship_items d on d.id = c.dropship_item_id and d.business_id = c.supplier_id
    left join product_variations w on w.id = d.variation_id
    left join products r on r.id = d.product_id
    left join trade_links t on t.seller_id = seller and t.supplier_id = d.business_id
  order by m.n, c.id;
end $function$;
alter routine sold_offers(bigint,jsonb) owner to easy_system;

CREATE OR REPLACE FUNCTION public.staff_has_two_step(person bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from staff m join two_step_secrets t on t.user_id = m.user_id
    where m.business_id = app_business_or_null() and m.user_id = person and t.activated_at is not null)
$function$;
alter routine staff_has_two_step(bigint) owner to easy_system;

CREATE OR REPLACE FUNCTION public.stamp_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.updated_at := app_now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.station_pins(token bytea)
 RETURNS TABLE(user_id bigint, pin_hash text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select p.user_id, p.pin_hash from stations t join staff m on m.business_id = t.business_id
    join pins p on p.user_id = m.user_id
  where t.token_hash = token and t.revoked_at is null
$function$;
alter routine station_pins(bytea) owner to easy_system;

CREATE OR REPLACE FUNCTION public.store_notifications(told jsonb, handled text[], at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  jobs jsonb;
begin
  with kept as (
    insert into notifications (marketplace, remote_user_id, topic, resource, body, received_at)
    select t.marketplace, t.remote_user_id, t.topic, t.resource, t.body, at
    from jsonb_to_recordset(told) as t (marketplace text, remote_user_id text, topic text, resource text, body jsonb)
    returning id, marketplace, remote_user_id, topic, resource
  )
  select jsonb_agg(jsonb_build_object('task', 'notification.process', 'payload', jsonb_build_object('notificationId', k.id),
      'key', concat_ws(':', 'notice', k.marketplace, k.remote_user_id, k.topic, k.resource)) order by k.id)
    into jobs from kept k where k.topic = any (handled);
  if jobs is not null then
    perform enqueue_jobs(jobs);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.substitute_offers(sale bigint)
 RETURNS TABLE(part bigint, offer bigint, same_gtin boolean, likeness real)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_bitmapscan TO 'on'
AS $function$
  with wanted as (
    select t.id, t.gtin, o.warehouse_id, p.name, p.brand, v.attributes
    from orders o join order_parts t on t.order_id = o.id
      join products p on p.id = t.product_id join product_variations v on v.id = t.variation_id
    where o.id = sale and o.business_id = app_business()
  ), coded as (
    select w.id, d.id as offer, w.name, v.product_id from wanted w
      join product_variations v on v.gtin = w.gtin and v.gtin <> ''
      join dropship_items d on d.variation_id = v.id and d.active and d.warehouse_id is distinct from w.warehouse_id
  ), alike as (
    select w.id, c.offer, c.likeness from wanted w cross join lateral (
      select d.id as offer, similarity(fold(p.name), fold(w.name)) as likeness
      from products p join product_variations v on v.product_id = p.id and v.attributes = w.attributes
        join dropship_items d on d.variation_id = v.id and d.active and d.warehouse_id is distinct from w.warehouse_id
      where fold(p.name) % fold(w.name) and w.brand <> '' and fold(p.brand) = fold(w.brand)
      order by likeness desc, d.id limit 60) c
  )
  select c.id, c.offer, true, similarity(fold(p.name), fold(c.name)) from coded c join products p on p.id = c.product_id
  union all
  select a.id, a.offer, false, a.likeness from alike a
  where not exists (select from coded c where c.id = a.id and c.offer = a.offer)
$function$;
alter routine substitute_offers(bigint) owner to easy_system;

CREATE OR REPLACE FUNCTION public.substitutes_of(sale bigint)
 RETURNS TABLE(part bigint, offer bigint, same_gtin boolean, likeness real, warehouse text, city text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.part, s.offer, s.same_gtin, s.likeness, w.name,
    w.city || case when w.city <> '' and w.state <> '' then ' - ' || w.state else '' end
  from substitute_offers(sale) s join dropship_items d on d.id = s.offer join warehouses w on w.id = d.warehouse_id
$function$;
alter routine substitutes_of(bigint) owner to easy_system;

CREATE OR REPLACE FUNCTION public.sum_lines(sales bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from orders where id in (select unnest(sales)) order by id for no key update;
  update orders o set units = s.units, fee_centavos = s.fee
    from (
      select sale.id, coalesce(sum(l.quantity), 0)::integer as units,
        case when bool_and(l.sale_fee_centavos is not null or l.quantity = 0)
          then (sum(l.sale_fee_centavos) filter (where l.quantity > 0))::bigint end as fee
      from unnest(sales) as sale (id) left join order_lines l on l.order_id = sale.id group by sale.id) s
    where o.id = s.id and (o.units, o.fee_centavos) is distinct from (s.units, s.fee);
end $function$;

CREATE OR REPLACE FUNCTION public.sum_parts(sales bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from orders where id in (select unnest(sales)) order by id for no key update;
  update orders o set cost_centavos = s.cost
    from (
      select sale.id, coalesce(sum(p.unit_cost_centavos * p.quantity), 0)::bigint as cost
      from unnest(sales) as sale (id) left join order_parts p on p.order_id = sale.id group by sale.id) s
    where o.id = s.id and o.cost_centavos is distinct from s.cost;
end $function$;

CREATE OR REPLACE FUNCTION public.suppliers_to_find()
 RETURNS TABLE(id bigint, city text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select b.id, coalesce((select w.city || case when w.state <> '' then ' - ' || w.state else '' end
      from warehouses w where w.business_id = b.id and w.city <> '' order by w.id limit 1), '')
  from businesses b
  where b.type = 'supply' and exists (select from dropship_items d where d.business_id = b.id and d.active)
$function$;
alter routine suppliers_to_find() owner to easy_system;

CREATE OR REPLACE PROCEDURE public.system_function(IN target regprocedure)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter function %s owner to easy_system', target);
  execute format('revoke all on function %s from public', target);
  execute format('grant execute on function %s to easy_app', target);
end $procedure$;

CREATE OR REPLACE PROCEDURE public.system_reads(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('create policy system_reading on %s for select to easy_system using (true)', target);
  execute format('grant select on %s to easy_system', target);
end $procedure$;

CREATE OR REPLACE FUNCTION public.tell_of_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into webhook_deliveries (business_id, webhook_id, type, entity_id, at)
  select w.business_id, w.id, 'invoice.' || tg_argv[0], new.id, new.updated_at
  from webhooks w where w.active and 'invoices' = any (w.topics) and w.business_id in (new.seller_id, new.supplier_id)
  order by w.id;
  return null;
end $function$;
alter routine tell_of_invoice() owner to easy_system;

CREATE OR REPLACE FUNCTION public.tell_of_sales()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from webhooks where active and 'sales' = any (topics)) then return null; end if;
  insert into webhook_deliveries (business_id, webhook_id, type, entity_id, at)
  select w.business_id, w.id, 'sale.' || e.kind, e.order_id, e.at
  from added e join orders o on o.id = e.order_id
    join webhooks w on w.active and 'sales' = any (w.topics) and (w.business_id = e.business_id
      or (w.business_id = e.fulfiller_id and e.actor <> 'seller' and o.shown_at is not null))
  order by e.id, w.id;
  return null;
end $function$;
alter routine tell_of_sales() owner to easy_system;

CREATE OR REPLACE FUNCTION public.tell_of_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from webhooks where active and 'stock' = any (topics)) then return null; end if;
  insert into webhook_deliveries as told (business_id, webhook_id, type, entity_id, at)
  select w.business_id, w.id, 'stock.changed', e.stock_id, max(e.at)
  from added e join webhooks w on w.active and 'stock' = any (w.topics) and w.business_id = e.business_id
  group by w.business_id, w.id, e.stock_id order by e.stock_id, w.id
  on conflict (webhook_id, entity_id) where type = 'stock.changed' and state = 'waiting' and attempts = 0
    do update set at = excluded.at;
  return null;
end $function$;
alter routine tell_of_stock() owner to easy_system;

CREATE OR REPLACE PROCEDURE public.tenant_table(IN target regclass, IN rights text DEFAULT 'select, insert, update, delete'::text)
 LANGUAGE sql
AS $procedure$
  call protect(target, 'business_id = (select app_business())', 'business_id = (select app_business())', rights);
$procedure$;

CREATE OR REPLACE FUNCTION public.unpaid_orders(at timestamp with time zone)
 RETURNS TABLE(order_id bigint, business_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, business_id from orders where status = 'waiting_payment' and payment_expires_at <= at
$function$;
alter routine unpaid_orders(timestamp with time zone) owner to easy_system;

CREATE OR REPLACE FUNCTION public.unpicked_orders(sales bigint[])
 RETURNS TABLE(order_id bigint, business_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, business_id from orders where id = any(sales) and picking_by is null and packed_at is null
$function$;
alter routine unpicked_orders(bigint[]) owner to easy_system;

CREATE OR REPLACE FUNCTION public.unsettled_pairs()
 RETURNS TABLE(seller_id bigint, supplier_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.seller_id, d.supplier_id from dropinvoices d
  where d.closed_at is not null and d.state = 'pending' and d.payable_centavos > 0
    and ((d.bank is not null and d.pix_code is null) or coalesce((select sum(e.amount_centavos) from pair_entries e
      where e.seller_id = d.seller_id and e.supplier_id = d.supplier_id), 0) > 0)
  group by 1, 2
$function$;
alter routine unsettled_pairs() owner to easy_system;

CREATE OR REPLACE FUNCTION public.waiting_jobs(keys text[])
 RETURNS TABLE(total integer, seconds double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*)::int, extract(epoch from now() - min(created_on))::float8 from pgboss.job_common
  where name = 'jobs' and state < 'active' and singleton_key = any(keys)
$function$;

CREATE OR REPLACE FUNCTION public.waiting_units(warehouse bigint)
 RETURNS TABLE(stock_id bigint, units bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select p.stock_id, sum(p.quantity)::bigint
  from stock s join order_parts p on p.stock_id = s.id join orders o on o.id = p.order_id
  where s.business_id = app_business() and s.warehouse_id = warehouse and p.fulfiller_id = s.business_id
    and o.reserve = 'short' and o.canceled_at is null and p.quantity > 0
  group by p.stock_id
$function$;
alter routine waiting_units(bigint) owner to easy_system;

CREATE OR REPLACE FUNCTION public.walk_of(warehouse bigint)
 RETURNS TABLE(id bigint, walk integer)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with recursive siblings as (
    select l.id, l.parent_id, l.prefix,
      row_number() over (partition by l.parent_id order by l.place nulls last, l.prefix, l.index, l.code) as n,
      exists (select from inventory_locations c where c.business_id = l.business_id and c.parent_id = l.id) as holds
    from inventory_locations l where l.warehouse_id = warehouse and not l.bench
  ), edges as (
    select s.id, s.n, s.holds or lag(s.holds) over w or lag(s.prefix) over w is distinct from s.prefix as begins
    from siblings s where s.parent_id is null window w as (order by s.n)
  ), rows as (
    select e.id, e.n, count(*) filter (where e.begins) over (order by e.n) as row from edges e
  ), tree as (
    select r.id, 1 as depth, h.serpentine and r.row % 2 = 0 as back,
      array[r.row, case when h.serpentine and r.row % 2 = 0 then -r.n else r.n end] as path
    from rows r join warehouses h on h.id = warehouse
    union all
    select s.id, t.depth + 1, t.back, t.path || case when t.back and t.depth = 1 then -s.n else s.n end
    from tree t join siblings s on s.parent_id = t.id
  )
  select tree.id, (row_number() over (order by tree.path))::int from tree
$function$;

CREATE TRIGGER keep_changed_codes AFTER UPDATE OF sku ON public.advertisement_components FOR EACH ROW WHEN ((old.sku <> new.sku)) EXECUTE FUNCTION keep_advertisement_codes();

CREATE TRIGGER keep_codes AFTER INSERT OR DELETE ON public.advertisement_components FOR EACH ROW EXECUTE FUNCTION keep_advertisement_codes();

CREATE TRIGGER stamp_change BEFORE UPDATE ON public.categories FOR EACH ROW WHEN ((new.version <> old.version)) EXECUTE FUNCTION stamp_change();

CREATE TRIGGER tell_of_closed AFTER UPDATE OF closed_at ON public.dropinvoices FOR EACH ROW WHEN (((old.closed_at IS NULL) AND (new.closed_at IS NOT NULL))) EXECUTE FUNCTION tell_of_invoice('closed');

CREATE TRIGGER tell_of_moved AFTER UPDATE OF state ON public.dropinvoices FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION tell_of_invoice('moved');

CREATE TRIGGER tell_of_opened AFTER INSERT ON public.dropinvoices FOR EACH ROW EXECUTE FUNCTION tell_of_invoice('opened');

CREATE TRIGGER mark_supplier BEFORE INSERT OR UPDATE OF business_id, from_supplier, price_centavos ON public.dropship_items FOR EACH ROW EXECUTE FUNCTION mark_supplier();

CREATE TRIGGER stamp_change BEFORE UPDATE ON public.dropship_items FOR EACH ROW WHEN ((new.version <> old.version)) EXECUTE FUNCTION stamp_change();

CREATE TRIGGER stamp_change BEFORE UPDATE ON public.inventory_locations FOR EACH ROW WHEN ((new.version <> old.version)) EXECUTE FUNCTION stamp_change();

CREATE TRIGGER tell_of_stock AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_of_stock();

CREATE TRIGGER tell_of_sales AFTER INSERT ON public.order_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_of_sales();

CREATE TRIGGER date_changed_fee AFTER UPDATE OF sale_fee_centavos ON public.order_lines FOR EACH ROW WHEN ((old.sale_fee_centavos IS DISTINCT FROM new.sale_fee_centavos)) EXECUTE FUNCTION date_changed_fee();

CREATE TRIGGER keep_sums_added AFTER INSERT ON public.order_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_sums_of_lines();

CREATE TRIGGER keep_sums_changed AFTER UPDATE OF quantity, sale_fee_centavos ON public.order_lines FOR EACH ROW WHEN (((old.quantity IS DISTINCT FROM new.quantity) OR (old.sale_fee_centavos IS DISTINCT FROM new.sale_fee_centavos))) EXECUTE FUNCTION keep_sums_of_lines();

CREATE TRIGGER keep_sums_removed AFTER DELETE ON public.order_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_sums_of_lines();

CREATE TRIGGER keep_cost_added AFTER INSERT ON public.order_parts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_cost_of_parts();

CREATE TRIGGER keep_cost_changed AFTER UPDATE OF quantity, unit_cost_centavos ON public.order_parts FOR EACH ROW WHEN (((old.quantity IS DISTINCT FROM new.quantity) OR (old.unit_cost_centavos IS DISTINCT FROM new.unit_cost_centavos))) EXECUTE FUNCTION keep_cost_of_parts();

CREATE TRIGGER keep_cost_removed AFTER DELETE ON public.order_parts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_cost_of_parts();

CREATE TRIGGER date_changed_money BEFORE UPDATE OF total_centavos, seller_discount_centavos, discount_centavos, freight_charged_centavos, processing_fee_centavos, freight_centavos, taxes_withheld_centavos, refunded_centavos, adjustment_centavos, payout_centavos ON public.orders FOR EACH ROW WHEN (((((((((((old.total_centavos IS DISTINCT FROM new.total_centavos) OR (old.seller_discount_centavos IS DISTINCT FROM new.seller_discount_centavos)) OR (old.discount_centavos IS DISTINCT FROM new.discount_centavos)) OR (old.freight_charged_centavos IS DISTINCT FROM new.freight_charged_centavos)) OR (old.processing_fee_centavos IS DISTINCT FROM new.processing_fee_centavos)) OR (old.freight_centavos IS DISTINCT FROM new.freight_centavos)) OR (old.taxes_withheld_centavos IS DISTINCT FROM new.taxes_withheld_centavos)) OR (old.refunded_centavos IS DISTINCT FROM new.refunded_centavos)) OR (old.adjustment_centavos IS DISTINCT FROM new.adjustment_centavos)) OR (old.payout_centavos IS DISTINCT FROM new.payout_centavos))) EXECUTE FUNCTION date_changed_money();

CREATE TRIGGER keep_chat AFTER UPDATE OF return_expected ON public.orders FOR EACH ROW WHEN ((old.return_expected IS DISTINCT FROM new.return_expected)) EXECUTE FUNCTION keep_chat_of_return();

CREATE TRIGGER follow_own_cost AFTER UPDATE OF cost_centavos ON public.product_variations FOR EACH ROW WHEN (((new.cost_centavos > 0) AND (new.cost_centavos IS DISTINCT FROM old.cost_centavos))) EXECUTE FUNCTION follow_own_cost();

CREATE TRIGGER keep_changed_codes AFTER UPDATE OF sku, remote_item_id ON public.publication_variations FOR EACH ROW WHEN (((old.sku <> new.sku) OR (old.remote_item_id IS DISTINCT FROM new.remote_item_id))) EXECUTE FUNCTION keep_advertisement_codes();

CREATE TRIGGER keep_codes AFTER INSERT OR DELETE ON public.publication_variations FOR EACH ROW EXECUTE FUNCTION keep_advertisement_codes();

CREATE TRIGGER keep_linked_account BEFORE INSERT OR UPDATE OF remote_item_id, publication_id ON public.publication_variations FOR EACH ROW EXECUTE FUNCTION keep_linked_account();

CREATE TRIGGER keep_changed_codes AFTER UPDATE OF remote_item_id, advertisement_id ON public.publications FOR EACH ROW WHEN (((old.remote_item_id IS DISTINCT FROM new.remote_item_id) OR (old.advertisement_id <> new.advertisement_id))) EXECUTE FUNCTION keep_advertisement_codes();

CREATE TRIGGER keep_codes AFTER INSERT ON public.publications FOR EACH ROW EXECUTE FUNCTION keep_advertisement_codes();

CREATE TRIGGER keep_linked_account AFTER UPDATE OF state ON public.publications FOR EACH ROW WHEN (((old.state = 'closed'::text) <> (new.state = 'closed'::text))) EXECUTE FUNCTION keep_linked_account();

CREATE TRIGGER stamp_change BEFORE UPDATE ON public.publications FOR EACH ROW WHEN ((new.version <> old.version)) EXECUTE FUNCTION stamp_change();

CREATE TRIGGER keep_chat AFTER INSERT OR UPDATE OF text, item_id, status, on_hold, answer, reply, reply_state ON public.questions FOR EACH ROW EXECUTE FUNCTION keep_chat_of_question();

CREATE TRIGGER stamp_change BEFORE UPDATE ON public.suppliers FOR EACH ROW WHEN ((new.version <> old.version)) EXECUTE FUNCTION stamp_change();

CREATE TRIGGER stamp_change BEFORE UPDATE ON public.supply_requests FOR EACH ROW WHEN ((new.version <> old.version)) EXECUTE FUNCTION stamp_change();

CREATE TRIGGER stamp_change BEFORE UPDATE ON public.trade_links FOR EACH ROW WHEN ((new.version <> old.version)) EXECUTE FUNCTION stamp_change();

CREATE TRIGGER keep_line_cost BEFORE INSERT OR UPDATE OF quantity, price_centavos, cost_centavos ON public.volume_lines FOR EACH ROW EXECUTE FUNCTION keep_line_cost();

CREATE TRIGGER stamp_change BEFORE UPDATE ON public.volumes FOR EACH ROW WHEN ((new.version <> old.version)) EXECUTE FUNCTION stamp_change();

CREATE CONSTRAINT TRIGGER enqueue_webhook AFTER INSERT ON public.webhook_deliveries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION enqueue_webhook();

create policy adding on account_calls for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on account_calls for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on account_calls for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on account_calls for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on account_locations for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on account_locations for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on account_locations for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on account_locations for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on advertisement_components for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on advertisement_components for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on advertisement_components for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on advertisement_components for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on advertisement_components for select to easy_system using (true);

create policy adding on advertisement_images for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on advertisement_images for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on advertisement_images for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on advertisement_images for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on advertisements for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on advertisements for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on advertisements for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on advertisements for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on advertisements for select to easy_system using (true);

create policy adding on answer_templates for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on answer_templates for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on answer_templates for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on answer_templates for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on api_keys for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on api_keys for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on api_keys for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on api_keys for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_changing on api_keys for update to easy_system using (true) with check (true);

create policy system_reading on api_keys for select to easy_system using (true);

create policy adding on audit_entries for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on audit_entries for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on audit_entries for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on audit_entries for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_changing on audit_entries for update to easy_system using (true) with check (true);

create policy system_reading on audit_entries for select to easy_system using (true);

create policy system_removing on audit_entries for delete to easy_system using (true);

create policy adding on authorization_requests for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on authorization_requests for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on authorization_requests for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on authorization_requests for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on authorization_requests for select to easy_system using (true);

create policy system_removing on authorization_requests for delete to easy_system using (true);

create policy adding on balance_count_lines for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on balance_count_lines for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on balance_count_lines for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on balance_count_lines for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on balance_counts for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on balance_counts for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on balance_counts for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on balance_counts for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on balance_settings for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on balance_settings for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on balance_settings for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on balance_settings for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on balance_settings for select to easy_system using (true);

create policy adding on balances for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on balances for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on balances for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on balances for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on bank_columns for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on bank_columns for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on bank_columns for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on bank_columns for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on bank_rows for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on bank_rows for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on bank_rows for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on bank_rows for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on bank_rows for select to easy_system using (true);

create policy system_removing on bank_rows for delete to easy_system using (true);

create policy adding on bank_statements for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on bank_statements for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on bank_statements for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on bank_statements for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_changing on bank_statements for update to easy_system using (true) with check (true);

create policy system_reading on bank_statements for select to easy_system using (true);

create policy adding on batches for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on batches for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on batches for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on batches for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on batches for select to easy_system using (true);

create policy adding on billing_months for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on billing_months for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on billing_months for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on billing_months for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on bulk_runs for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on bulk_runs for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on bulk_runs for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on bulk_runs for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on businesses for insert to easy_app with check ((id = app_business_or_null()));

create policy changing on businesses for update to easy_app using ((id = app_business_or_null())) with check ((id = app_business_or_null()));

create policy reading on businesses for select to easy_app using (((id = ( SELECT app_business_or_null() AS app_business_or_null)) OR (type = 'supply'::text) OR (EXISTS ( SELECT
   FROM trade_links t
  WHERE ((t.seller_id = businesses.id) AND (t.supplier_id = ( SELECT app_business_or_null() AS app_business_or_null))))) OR is_known_business(id)));

create policy removing on businesses for delete to easy_app using ((id = app_business_or_null()));

create policy system_reading on businesses for select to easy_system using (true);

create policy adding on campaign_ads for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on campaign_ads for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on campaign_ads for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on campaign_ads for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on campaigns for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on campaigns for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on campaigns for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on campaigns for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on carriers for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on carriers for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on carriers for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on carriers for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on cart_uses for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on cart_uses for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on cart_uses for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on cart_uses for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on carts for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on carts for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on carts for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on carts for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on categories for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on categories for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on categories for select to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR is_offered_category(id)));

create policy removing on categories for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on chat_files for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on chat_files for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on chat_files for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on chat_files for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_changing on chat_files for update to easy_system using (true) with check (true);

create policy system_reading on chat_files for select to easy_system using (true);

create policy adding on chat_images for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on chat_images for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on chat_images for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on chat_images for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on chat_messages for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on chat_messages for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on chat_messages for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on chat_messages for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on chat_messages for select to easy_system using (true);

create policy adding on chats for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on chats for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on chats for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on chats for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_adding on chats for insert to easy_system with check (true);

create policy system_changing on chats for update to easy_system using (true) with check (true);

create policy system_reading on chats for select to easy_system using (true);

create policy adding on claim_sales for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on claim_sales for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on claim_sales for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on claim_sales for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on claim_sales for select to easy_system using (true);

create policy adding on claims for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on claims for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on claims for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on claims for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on content_declarations for insert to easy_app with check ((app_business() = seller_id));

create policy changing on content_declarations for update to easy_app using ((app_business() = seller_id)) with check ((app_business() = seller_id));

create policy reading on content_declarations for select to easy_app using (((app_business() = seller_id) OR (app_business() = fulfiller_id)));

create policy removing on content_declarations for delete to easy_app using ((app_business() = seller_id));

create policy adding on content_edits for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on content_edits for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on content_edits for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on content_edits for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on dropinvoice_dispute_photos for insert to easy_app with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy changing on dropinvoice_dispute_photos for update to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id))) with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy reading on dropinvoice_dispute_photos for select to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy removing on dropinvoice_dispute_photos for delete to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy adding on dropinvoice_disputes for insert to easy_app with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy changing on dropinvoice_disputes for update to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id))) with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy reading on dropinvoice_disputes for select to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy removing on dropinvoice_disputes for delete to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy adding on dropinvoice_items for insert to easy_app with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy changing on dropinvoice_items for update to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id))) with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy reading on dropinvoice_items for select to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy removing on dropinvoice_items for delete to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy adding on dropinvoice_proofs for insert to easy_app with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy changing on dropinvoice_proofs for update to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id))) with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy reading on dropinvoice_proofs for select to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy removing on dropinvoice_proofs for delete to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy system_reading on dropinvoice_proofs for select to easy_system using (true);

create policy adding on dropinvoice_settlements for insert to easy_app with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy changing on dropinvoice_settlements for update to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id))) with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy reading on dropinvoice_settlements for select to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy removing on dropinvoice_settlements for delete to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy adding on dropinvoices for insert to easy_app with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy changing on dropinvoices for update to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id))) with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy reading on dropinvoices for select to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy removing on dropinvoices for delete to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy system_reading on dropinvoices for select to easy_system using (true);

create policy adding on dropship_items for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on dropship_items for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on dropship_items for select to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (active AND from_supplier AND (business_id <> ALL (( SELECT barred_suppliers() AS barred_suppliers)::bigint[])) AND ((NOT linked_only) OR (business_id = ANY (( SELECT linked_suppliers() AS linked_suppliers)::bigint[]))))));

create policy removing on dropship_items for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on dropship_items for select to easy_system using (true);

create policy adding on example_records for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on example_records for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on example_records for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on example_records for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on file_removals for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on file_removals for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on file_removals for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on file_removals for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on files for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on files for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on files for select to easy_app using (((business_id = app_business()) OR (EXISTS ( SELECT
   FROM images i
  WHERE ((files.id = i.file_id) OR (files.id = i.thumbnail_file_id)))) OR (EXISTS ( SELECT
   FROM dropinvoices d
  WHERE ((files.id = d.proof_file_id) OR (files.id = d.document_file_id)))) OR (EXISTS ( SELECT
   FROM dropinvoice_proofs p
  WHERE (p.file_id = files.id))) OR (EXISTS ( SELECT
   FROM dropinvoice_dispute_photos p
  WHERE (p.file_id = files.id))) OR (EXISTS ( SELECT
   FROM pair_payouts p
  WHERE (p.proof_file_id = files.id))) OR (EXISTS ( SELECT
   FROM orders o
  WHERE (((files.id = o.invoice_file_id) OR (files.id = o.label_file_id)) OR (files.id = o.label_zpl_file_id)))) OR (EXISTS ( SELECT
   FROM parcel_photos p
  WHERE (p.file_id = files.id)))));

create policy removing on files for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_changing on files for update to easy_system using (true) with check (true);

create policy system_reading on files for select to easy_system using (true);

create policy adding on fulfillment_stocks for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on fulfillment_stocks for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on fulfillment_stocks for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on fulfillment_stocks for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on idempotency_keys for insert to easy_app with check (((business_id = COALESCE(app_business_or_null(), (0)::bigint)) AND (user_id = COALESCE(app_user_or_null(), (0)::bigint))));

create policy changing on idempotency_keys for update to easy_app using (((business_id = COALESCE(app_business_or_null(), (0)::bigint)) AND (user_id = COALESCE(app_user_or_null(), (0)::bigint)))) with check (((business_id = COALESCE(app_business_or_null(), (0)::bigint)) AND (user_id = COALESCE(app_user_or_null(), (0)::bigint))));

create policy reading on idempotency_keys for select to easy_app using (((business_id = COALESCE(app_business_or_null(), (0)::bigint)) AND (user_id = COALESCE(app_user_or_null(), (0)::bigint))));

create policy removing on idempotency_keys for delete to easy_app using (((business_id = COALESCE(app_business_or_null(), (0)::bigint)) AND (user_id = COALESCE(app_user_or_null(), (0)::bigint))));

create policy system_reading on idempotency_keys for select to easy_system using (true);

create policy system_removing on idempotency_keys for delete to easy_system using (true);

create policy adding on images for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on images for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on images for select to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR is_offered_image(id)));

create policy removing on images for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_changing on images for update to easy_system using (true) with check (true);

create policy system_reading on images for select to easy_system using (true);

create policy adding on import_rows for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on import_rows for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on import_rows for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on import_rows for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on imports for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on imports for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on imports for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on imports for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_changing on imports for update to easy_system using (true) with check (true);

create policy system_reading on imports for select to easy_system using (true);

create policy adding on inventory_locations for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on inventory_locations for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on inventory_locations for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on inventory_locations for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on known_devices for insert to easy_app with check ((user_id = app_user_or_null()));

create policy changing on known_devices for update to easy_app using ((user_id = app_user_or_null())) with check ((user_id = app_user_or_null()));

create policy reading on known_devices for select to easy_app using ((user_id = app_user_or_null()));

create policy removing on known_devices for delete to easy_app using ((user_id = app_user_or_null()));

create policy system_reading on known_devices for select to easy_system using (true);

create policy adding on ledger_entries for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on ledger_entries for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on ledger_entries for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on ledger_entries for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on mail_tokens for insert to easy_app with check ((user_id = app_user_or_null()));

create policy changing on mail_tokens for update to easy_app using ((user_id = app_user_or_null())) with check ((user_id = app_user_or_null()));

create policy reading on mail_tokens for select to easy_app using ((user_id = app_user_or_null()));

create policy removing on mail_tokens for delete to easy_app using ((user_id = app_user_or_null()));

create policy system_reading on mail_tokens for select to easy_system using (true);

create policy system_removing on mail_tokens for delete to easy_system using (true);

create policy adding on manifest_sales for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on manifest_sales for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on manifest_sales for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on manifest_sales for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on manifests for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on manifests for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on manifests for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on manifests for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on margin_changes for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on margin_changes for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on margin_changes for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on margin_changes for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on marketplace_accounts for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on marketplace_accounts for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on marketplace_accounts for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on marketplace_accounts for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on marketplace_accounts for select to easy_system using (true);

create policy adding on order_events for insert to easy_app with check (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy changing on order_events for update to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business)))) with check (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy reading on order_events for select to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy removing on order_events for delete to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy system_reading on order_events for select to easy_system using (true);

create policy system_removing on order_events for delete to easy_system using (true);

create policy adding on order_lines for insert to easy_app with check (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy changing on order_lines for update to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business)))) with check (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy reading on order_lines for select to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy removing on order_lines for delete to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy adding on order_parts for insert to easy_app with check (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy changing on order_parts for update to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business)))) with check (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy reading on order_parts for select to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy removing on order_parts for delete to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy system_reading on order_parts for select to easy_system using (true);

create policy adding on order_scans for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on order_scans for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on order_scans for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on order_scans for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on order_scans for select to easy_system using (true);

create policy system_removing on order_scans for delete to easy_system using (true);

create policy adding on order_sources for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on order_sources for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on order_sources for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on order_sources for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on order_sources for select to easy_system using (true);

create policy system_removing on order_sources for delete to easy_system using (true);

create policy adding on order_tag_links for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on order_tag_links for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on order_tag_links for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on order_tag_links for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on order_tags for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on order_tags for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on order_tags for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on order_tags for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on orders for insert to easy_app with check (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy changing on orders for update to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business)))) with check (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy reading on orders for select to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR ((fulfiller_id = ( SELECT app_business() AS app_business)) AND (shown_at IS NOT NULL))));

create policy removing on orders for delete to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy system_reading on orders for select to easy_system using (true);

create policy adding on overdue_cases for insert to easy_app with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy changing on overdue_cases for update to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id))) with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy reading on overdue_cases for select to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy removing on overdue_cases for delete to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy system_reading on overdue_cases for select to easy_system using (true);

create policy adding on paid_prices for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on paid_prices for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on paid_prices for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on paid_prices for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on pair_entries for insert to easy_app with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy changing on pair_entries for update to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id))) with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy reading on pair_entries for select to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy removing on pair_entries for delete to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy system_reading on pair_entries for select to easy_system using (true);

create policy adding on pair_payouts for insert to easy_app with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy changing on pair_payouts for update to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id))) with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy reading on pair_payouts for select to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy removing on pair_payouts for delete to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy adding on parcel_photos for insert to easy_app with check (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy changing on parcel_photos for update to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business)))) with check (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy reading on parcel_photos for select to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy removing on parcel_photos for delete to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy adding on parcel_return_images for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on parcel_return_images for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on parcel_return_images for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on parcel_return_images for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on parcel_return_units for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on parcel_return_units for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on parcel_return_units for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on parcel_return_units for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on parcel_returns for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on parcel_returns for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on parcel_returns for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on parcel_returns for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on parcel_weights for insert to easy_app with check (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy changing on parcel_weights for update to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business)))) with check (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy reading on parcel_weights for select to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy removing on parcel_weights for delete to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy adding on parked_answers for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on parked_answers for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on parked_answers for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on parked_answers for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on passkey_challenges for insert to easy_app with check ((user_id = app_user_or_null()));

create policy changing on passkey_challenges for update to easy_app using ((user_id = app_user_or_null())) with check ((user_id = app_user_or_null()));

create policy reading on passkey_challenges for select to easy_app using ((user_id = app_user_or_null()));

create policy removing on passkey_challenges for delete to easy_app using ((user_id = app_user_or_null()));

create policy system_reading on passkey_challenges for select to easy_system using (true);

create policy adding on passkeys for insert to easy_app with check ((user_id = app_user_or_null()));

create policy changing on passkeys for update to easy_app using ((user_id = app_user_or_null())) with check ((user_id = app_user_or_null()));

create policy reading on passkeys for select to easy_app using ((user_id = app_user_or_null()));

create policy removing on passkeys for delete to easy_app using ((user_id = app_user_or_null()));

create policy system_reading on passkeys for select to easy_system using (true);

create policy adding on payout_acceptances for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on payout_acceptances for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on payout_acceptances for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on payout_acceptances for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on payout_columns for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on payout_columns for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on payout_columns for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on payout_columns for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on payout_files for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on payout_files for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on payout_files for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on payout_files for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on payout_lines for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on payout_lines for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on payout_lines for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on payout_lines for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on payout_months for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on payout_months for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on payout_months for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on payout_months for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on payout_readings for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on payout_readings for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on payout_readings for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on payout_readings for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on pick_allocations for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on pick_allocations for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on pick_allocations for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on pick_allocations for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on pick_faces for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on pick_faces for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on pick_faces for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on pick_faces for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on picking_list_orders for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on picking_list_orders for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on picking_list_orders for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on picking_list_orders for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on picking_lists for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on picking_lists for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on picking_lists for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on picking_lists for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on picking_lists for select to easy_system using (true);

create policy adding on picking_scans for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on picking_scans for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on picking_scans for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on picking_scans for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on picking_scans for select to easy_system using (true);

create policy system_removing on picking_scans for delete to easy_system using (true);

create policy adding on picture_downloads for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on picture_downloads for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on picture_downloads for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on picture_downloads for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on pins for insert to easy_app with check ((user_id = app_user_or_null()));

create policy changing on pins for update to easy_app using ((user_id = app_user_or_null())) with check ((user_id = app_user_or_null()));

create policy reading on pins for select to easy_app using ((user_id = app_user_or_null()));

create policy removing on pins for delete to easy_app using ((user_id = app_user_or_null()));

create policy system_reading on pins for select to easy_system using (true);

create policy adding on plan_changes for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on plan_changes for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on plan_changes for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on plan_changes for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on price_schedule_publications for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on price_schedule_publications for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on price_schedule_publications for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on price_schedule_publications for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on price_schedules for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on price_schedules for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on price_schedules for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on price_schedules for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on product_images for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on product_images for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on product_images for select to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR is_offered_product(product_id)));

create policy removing on product_images for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on product_images for select to easy_system using (true);

create policy adding on product_tag_links for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on product_tag_links for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on product_tag_links for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on product_tag_links for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on product_tags for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on product_tags for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on product_tags for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on product_tags for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on product_variations for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on product_variations for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on product_variations for select to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR is_offered_variation(id)));

create policy removing on product_variations for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on product_variations for select to easy_system using (true);

create policy adding on products for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on products for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on products for select to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR is_offered_product(id)));

create policy removing on products for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on products for select to easy_system using (true);

create policy adding on publication_components for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on publication_components for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on publication_components for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on publication_components for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on publication_components for select to easy_system using (true);

create policy adding on publication_images for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on publication_images for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on publication_images for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on publication_images for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on publication_variations for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on publication_variations for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on publication_variations for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on publication_variations for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on publication_variations for select to easy_system using (true);

create policy adding on publications for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on publications for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on publications for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on publications for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on publications for select to easy_system using (true);

create policy adding on purchasing_settings for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on purchasing_settings for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on purchasing_settings for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on purchasing_settings for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on questions for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on questions for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on questions for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on questions for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on questions for select to easy_system using (true);

create policy adding on receiving_scans for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on receiving_scans for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on receiving_scans for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on receiving_scans for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on recovery_codes for insert to easy_app with check ((user_id = app_user_or_null()));

create policy changing on recovery_codes for update to easy_app using ((user_id = app_user_or_null())) with check ((user_id = app_user_or_null()));

create policy reading on recovery_codes for select to easy_app using ((user_id = app_user_or_null()));

create policy removing on recovery_codes for delete to easy_app using ((user_id = app_user_or_null()));

create policy system_reading on recovery_codes for select to easy_system using (true);

create policy adding on refused_sales for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on refused_sales for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on refused_sales for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on refused_sales for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on remote_listings for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on remote_listings for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on remote_listings for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on remote_listings for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on reported_problem_images for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on reported_problem_images for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on reported_problem_images for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on reported_problem_images for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on reported_problems for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on reported_problems for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on reported_problems for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on reported_problems for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on reputation_readings for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on reputation_readings for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on reputation_readings for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on reputation_readings for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on reservations for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on reservations for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on reservations for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on reservations for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on reservations for select to easy_system using (true);

create policy system_removing on reservations for delete to easy_system using (true);

create policy adding on reviews for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on reviews for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on reviews for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on reviews for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on reviews for select to easy_system using (true);

create policy adding on sale_serials for insert to easy_app with check (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy changing on sale_serials for update to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business)))) with check (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy reading on sale_serials for select to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy removing on sale_serials for delete to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (fulfiller_id = ( SELECT app_business() AS app_business))));

create policy adding on sales_taxes for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on sales_taxes for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on sales_taxes for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on sales_taxes for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on saved_views for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on saved_views for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on saved_views for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on saved_views for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on saved_views for select to easy_system using (true);

create policy system_removing on saved_views for delete to easy_system using (true);

create policy adding on second_step_failures for insert to easy_app with check ((user_id = app_user_or_null()));

create policy changing on second_step_failures for update to easy_app using ((user_id = app_user_or_null())) with check ((user_id = app_user_or_null()));

create policy reading on second_step_failures for select to easy_app using ((user_id = app_user_or_null()));

create policy removing on second_step_failures for delete to easy_app using ((user_id = app_user_or_null()));

create policy system_reading on second_step_failures for select to easy_system using (true);

create policy adding on serial_events for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on serial_events for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on serial_events for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on serial_events for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on serials for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on serials for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on serials for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on serials for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on sessions for insert to easy_app with check ((user_id = app_user_or_null()));

create policy changing on sessions for update to easy_app using ((user_id = app_user_or_null())) with check ((user_id = app_user_or_null()));

create policy reading on sessions for select to easy_app using ((user_id = app_user_or_null()));

create policy removing on sessions for delete to easy_app using ((user_id = app_user_or_null()));

create policy system_reading on sessions for select to easy_system using (true);

create policy system_removing on sessions for delete to easy_system using (true);

create policy adding on staff for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on staff for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on staff for select to easy_app using (((business_id = app_business_or_null()) OR (user_id = app_user_or_null())));

create policy removing on staff for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on staff for select to easy_system using (true);

create policy adding on staff_invitations for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on staff_invitations for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on staff_invitations for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on staff_invitations for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on staff_invitations for select to easy_system using (true);

create policy system_removing on staff_invitations for delete to easy_system using (true);

create policy adding on station_failures for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on station_failures for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on station_failures for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on station_failures for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on stations for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on stations for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on stations for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on stations for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on stations for select to easy_system using (true);

create policy adding on stock for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on stock for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on stock for select to easy_app using (((business_id = ( SELECT app_business() AS app_business)) OR (EXISTS ( SELECT
   FROM dropship_items d
  WHERE ((d.stock_id = stock.id) AND (d.business_id = stock.business_id))))));

create policy removing on stock for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on stock for select to easy_system using (true);

create policy adding on stock_drifts for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on stock_drifts for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on stock_drifts for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on stock_drifts for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on stock_drifts for select to easy_system using (true);

create policy adding on supplier_bank_accounts for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on supplier_bank_accounts for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on supplier_bank_accounts for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on supplier_bank_accounts for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on supplier_bank_accounts for select to easy_system using (true);

create policy adding on supplier_contacts for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on supplier_contacts for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on supplier_contacts for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on supplier_contacts for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on supplier_documents for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on supplier_documents for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on supplier_documents for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on supplier_documents for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_changing on supplier_documents for update to easy_system using (true) with check (true);

create policy system_reading on supplier_documents for select to easy_system using (true);

create policy adding on supplier_items for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on supplier_items for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on supplier_items for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on supplier_items for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on suppliers for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on suppliers for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on suppliers for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on suppliers for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on supply_request_answers for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on supply_request_answers for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on supply_request_answers for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on supply_request_answers for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on supply_request_events for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on supply_request_events for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on supply_request_events for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on supply_request_events for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on supply_request_lines for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on supply_request_lines for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on supply_request_lines for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on supply_request_lines for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on supply_requests for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on supply_requests for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on supply_requests for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on supply_requests for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on supply_requests for select to easy_system using (true);

create policy adding on trade_links for insert to easy_app with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy changing on trade_links for update to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id))) with check (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy reading on trade_links for select to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy removing on trade_links for delete to easy_app using (((app_business() = seller_id) OR (app_business() = supplier_id)));

create policy system_reading on trade_links for select to easy_system using (true);

create policy adding on two_step_resets for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on two_step_resets for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on two_step_resets for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on two_step_resets for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on two_step_resets for select to easy_system using (true);

create policy adding on two_step_secrets for insert to easy_app with check ((user_id = app_user_or_null()));

create policy changing on two_step_secrets for update to easy_app using ((user_id = app_user_or_null())) with check ((user_id = app_user_or_null()));

create policy reading on two_step_secrets for select to easy_app using ((user_id = app_user_or_null()));

create policy removing on two_step_secrets for delete to easy_app using ((user_id = app_user_or_null()));

create policy system_reading on two_step_secrets for select to easy_system using (true);

create policy adding on users for insert to easy_app with check ((id = app_user_or_null()));

create policy changing on users for update to easy_app using ((id = app_user_or_null())) with check ((id = app_user_or_null()));

create policy reading on users for select to easy_app using (((id = ( SELECT app_user_or_null() AS app_user_or_null)) OR is_colleague(id)));

create policy removing on users for delete to easy_app using ((id = app_user_or_null()));

create policy system_reading on users for select to easy_system using (true);

create policy adding on vendor_invoice_items for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on vendor_invoice_items for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on vendor_invoice_items for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on vendor_invoice_items for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on vendor_invoices for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on vendor_invoices for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on vendor_invoices for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on vendor_invoices for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on vendor_return_lines for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on vendor_return_lines for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on vendor_return_lines for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on vendor_return_lines for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on vendor_returns for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on vendor_returns for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on vendor_returns for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on vendor_returns for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on virtual_product_components for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on virtual_product_components for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on virtual_product_components for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on virtual_product_components for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on virtual_product_components for select to easy_system using (true);

create policy adding on virtual_products for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on virtual_products for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on virtual_products for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on virtual_products for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on volume_event_images for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on volume_event_images for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on volume_event_images for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on volume_event_images for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on volume_event_images for select to easy_system using (true);

create policy system_removing on volume_event_images for delete to easy_system using (true);

create policy adding on volume_events for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on volume_events for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on volume_events for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on volume_events for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on volume_events for select to easy_system using (true);

create policy system_removing on volume_events for delete to easy_system using (true);

create policy adding on volume_lines for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on volume_lines for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on volume_lines for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on volume_lines for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on volume_lines for select to easy_system using (true);

create policy adding on volumes for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on volumes for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on volumes for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on volumes for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on volumes for select to easy_system using (true);

create policy adding on warehouses for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on warehouses for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on warehouses for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on warehouses for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on warehouses for select to easy_system using (true);

create policy adding on wave_rules for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on wave_rules for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on wave_rules for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on wave_rules for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on wave_rules for select to easy_system using (true);

create policy adding on webhook_deliveries for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on webhook_deliveries for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on webhook_deliveries for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on webhook_deliveries for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_adding on webhook_deliveries for insert to easy_system with check (true);

create policy system_changing on webhook_deliveries for update to easy_system using (true) with check (true);

create policy system_reading on webhook_deliveries for select to easy_system using (true);

create policy system_removing on webhook_deliveries for delete to easy_system using (true);

create policy adding on webhooks for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on webhooks for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on webhooks for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on webhooks for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on webhooks for select to easy_system using (true);

create policy adding on work_closings for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on work_closings for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on work_closings for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on work_closings for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy adding on work_days for insert to easy_app with check ((business_id = ( SELECT app_business() AS app_business)));

create policy changing on work_days for update to easy_app using ((business_id = ( SELECT app_business() AS app_business))) with check ((business_id = ( SELECT app_business() AS app_business)));

create policy reading on work_days for select to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy removing on work_days for delete to easy_app using ((business_id = ( SELECT app_business() AS app_business)));

create policy system_reading on work_days for select to easy_system using (true);

create policy system_removing on work_days for delete to easy_system using (true);

grant delete, insert, select, update on account_calls to easy_app;

grant delete, insert, select, update on account_locations to easy_app;

grant delete, insert, select, update on advertisement_components to easy_app;

grant select on advertisement_components to easy_system;

grant delete, insert, select, update on advertisement_images to easy_app;

grant delete, insert, select, update on advertisements to easy_app;

grant select on advertisements to easy_system;

grant delete, insert, select, update on answer_templates to easy_app;

grant insert, select, update on api_keys to easy_app;

grant select on api_keys to easy_system;

grant insert, select on audit_entries to easy_app;

grant delete, select on audit_entries to easy_system;

grant insert, select, update on authorization_requests to easy_app;

grant delete, select on authorization_requests to easy_system;

grant insert, select on balance_count_lines to easy_app;

grant insert, select on balance_counts to easy_app;

grant delete, insert, select, update on balance_settings to easy_app;

grant select on balance_settings to easy_system;

grant insert, select, update on balances to easy_app;

grant delete, insert, select, update on bank_columns to easy_app;

grant delete, insert, select, update on bank_rows to easy_app;

grant delete, select on bank_rows to easy_system;

grant delete, insert, select, update on bank_statements to easy_app;

grant select on bank_statements to easy_system;

grant delete, insert, select, update on batches to easy_app;

grant select on batches to easy_system;

grant insert, select, update on billing_months to easy_app;

grant delete, insert, select, update on bulk_runs to easy_app;

grant insert, select, update on businesses to easy_app;

grant select on businesses to easy_system;

grant usage on businesses_id_seq to easy_app;

grant delete, insert, select, update on campaign_ads to easy_app;

grant delete, insert, select, update on campaigns to easy_app;

grant delete, insert, select, update on carriers to easy_app;

grant delete, insert, select, update on cart_uses to easy_app;

grant insert, select, update on carts to easy_app;

grant delete, insert, select, update on categories to easy_app;

grant delete, insert, select on chat_files to easy_app;

grant select on chat_files to easy_system;

grant delete, insert, select on chat_images to easy_app;

grant delete, insert, select, update on chat_messages to easy_app;

grant select on chat_messages to easy_system;

grant delete, insert, select, update on chats to easy_app;

grant insert, select, update on chats to easy_system;

grant delete, insert, select, update on claim_sales to easy_app;

grant select on claim_sales to easy_system;

grant delete, insert, select, update on claims to easy_app;

grant insert, select, update on content_declarations to easy_app;

grant delete, insert, select, update on content_edits to easy_app;

grant insert, select on dropinvoice_dispute_photos to easy_app;

grant insert, select, update on dropinvoice_disputes to easy_app;

grant insert, select on dropinvoice_items to easy_app;

grant usage on dropinvoice_numbers to easy_app;

grant insert, select, update on dropinvoice_proofs to easy_app;

grant select on dropinvoice_proofs to easy_system;

grant insert, select on dropinvoice_settlements to easy_app;

grant insert, select, update on dropinvoices to easy_app;

grant select on dropinvoices to easy_system;

grant delete, insert, select, update on dropship_items to easy_app;

grant select on dropship_items to easy_system;

grant delete, insert, select, update on example_records to easy_app;

grant delete, insert, select, update on file_removals to easy_app;

grant delete, insert, select on files to easy_app;

grant select on files to easy_system;

grant delete, insert, select, update on fulfillment_stocks to easy_app;

grant delete, insert, select, update on idempotency_keys to easy_app;

grant delete, select on idempotency_keys to easy_system;

grant delete, insert, select, update on images to easy_app;

grant select on images to easy_system;

grant delete, insert, select, update on import_rows to easy_app;

grant delete, insert, select, update on imports to easy_app;

grant select on imports to easy_system;

grant delete, insert, select, update on inventory_locations to easy_app;

grant delete, insert, select, update on known_devices to easy_app;

grant select on known_devices to easy_system;

grant insert, select on ledger_entries to easy_app;

grant delete, insert, select, update on mail_tokens to easy_app;

grant delete, select on mail_tokens to easy_system;

grant insert, select on manifest_sales to easy_app;

grant insert, select, update on manifests to easy_app;

grant delete, insert, select, update on margin_changes to easy_app;

grant insert, select, update on marketplace_accounts to easy_app;

grant select on marketplace_accounts to easy_system;

grant select on met_offers to easy_system;

grant insert, select on notifications to easy_app;

grant delete, select on notifications to easy_system;

grant insert, select on order_events to easy_app;

grant delete, select on order_events to easy_system;

grant delete, insert, select, update on order_lines to easy_app;

grant delete, insert, select, update on order_parts to easy_app;

grant select on order_parts to easy_system;

grant insert, select, update on order_scans to easy_app;

grant delete, select on order_scans to easy_system;

grant insert, select, update on order_sources to easy_app;

grant delete, select on order_sources to easy_system;

grant delete, insert, select, update on order_tag_links to easy_app;

grant delete, insert, select, update on order_tags to easy_app;

grant insert, select, update on orders to easy_app;

grant select on orders to easy_system;

grant insert, select, update on overdue_cases to easy_app;

grant select on overdue_cases to easy_system;

grant insert, select on paid_prices to easy_app;

grant insert, select on pair_entries to easy_app;

grant select on pair_entries to easy_system;

grant insert, select, update on pair_payouts to easy_app;

grant delete, insert, select on parcel_photos to easy_app;

grant insert, select on parcel_return_images to easy_app;

grant insert, select, update on parcel_return_units to easy_app;

grant insert, select, update on parcel_returns to easy_app;

grant delete, insert, select, update on parcel_weights to easy_app;

grant delete, insert, select, update on parked_answers to easy_app;

grant delete, insert, select, update on passkey_challenges to easy_app;

grant select on passkey_challenges to easy_system;

grant delete, insert, select, update on passkeys to easy_app;

grant select on passkeys to easy_system;

grant delete, insert, select, update on payout_acceptances to easy_app;

grant insert, select, update on payout_columns to easy_app;

grant delete, insert, select, update on payout_files to easy_app;

grant delete, insert, select, update on payout_lines to easy_app;

grant delete, insert, select on payout_months to easy_app;

grant insert, select, update on payout_readings to easy_app;

grant delete, insert, select, update on pick_allocations to easy_app;

grant delete, insert, select, update on pick_faces to easy_app;

grant insert, select, update on picking_list_orders to easy_app;

grant insert, select, update on picking_lists to easy_app;

grant select on picking_lists to easy_system;

grant insert, select on picking_scans to easy_app;

grant delete, select on picking_scans to easy_system;

grant delete, insert, select, update on picture_downloads to easy_app;

grant delete, insert, select, update on pins to easy_app;

grant select on pins to easy_system;

grant insert, select on plan_changes to easy_app;

grant delete, insert, select, update on price_schedule_publications to easy_app;

grant delete, insert, select, update on price_schedules to easy_app;

grant delete, insert, select, update on product_images to easy_app;

grant select on product_images to easy_system;

grant delete, insert, select, update on product_tag_links to easy_app;

grant delete, insert, select, update on product_tags to easy_app;

grant delete, insert, select, update on product_variations to easy_app;

grant select on product_variations to easy_system;

grant delete, insert, select, update on products to easy_app;

grant select on products to easy_system;

grant delete, insert, select, update on publication_components to easy_app;

grant select on publication_components to easy_system;

grant delete, insert, select, update on publication_images to easy_app;

grant delete, insert, select, update on publication_variations to easy_app;

grant select on publication_variations to easy_system;

grant delete, insert, select, update on publications to easy_app;

grant select on publications to easy_system;

grant delete, insert, select, update on purchasing_settings to easy_app;

grant insert, select, update on questions to easy_app;

grant select on questions to easy_system;

grant insert, select on receiving_scans to easy_app;

grant delete, insert, select, update on recovery_codes to easy_app;

grant select on recovery_codes to easy_system;

grant insert, select, update on refused_sales to easy_app;

grant delete, insert, select, update on remote_listings to easy_app;

grant insert, select on reported_problem_images to easy_app;

grant insert, select, update on reported_problems to easy_app;

grant insert, select, update on reputation_readings to easy_app;

grant insert, select, update on reservations to easy_app;

grant delete, select on reservations to easy_system;

grant insert, select, update on reviews to easy_app;

grant select on reviews to easy_system;

grant insert, select, update on sale_serials to easy_app;

grant delete, insert, select, update on sales_taxes to easy_app;

grant delete, insert, select, update on saved_views to easy_app;

grant delete, select on saved_views to easy_system;

grant delete, insert, select, update on second_step_failures to easy_app;

grant select on second_step_failures to easy_system;

grant insert, select on serial_events to easy_app;

grant insert, select, update on serials to easy_app;

grant delete, insert, select, update on sessions to easy_app;

grant delete, select on sessions to easy_system;

grant delete, insert, select on sign_in_failures to easy_app;

grant delete, insert, select, update on staff to easy_app;

grant select on staff to easy_system;

grant delete, insert, select, update on staff_invitations to easy_app;

grant delete, select on staff_invitations to easy_system;

grant delete, insert, select on station_failures to easy_app;

grant insert, select, update on stations to easy_app;

grant select on stations to easy_system;

grant delete, insert, select, update on stock to easy_app;

grant select on stock to easy_system;

grant insert, select, update on stock_drifts to easy_app;

grant select on stock_drifts to easy_system;

grant delete, insert, select, update on supplier_bank_accounts to easy_app;

grant select on supplier_bank_accounts to easy_system;

grant delete, insert, select, update on supplier_contacts to easy_app;

grant delete, insert, select on supplier_documents to easy_app;

grant select on supplier_documents to easy_system;

grant delete, insert, select, update on supplier_items to easy_app;

grant delete, insert, select, update on suppliers to easy_app;

grant insert, select, update on supply_request_answers to easy_app;

grant insert, select on supply_request_events to easy_app;

grant delete, insert, select, update on supply_request_lines to easy_app;

grant delete, insert, select, update on supply_requests to easy_app;

grant select on supply_requests to easy_system;

grant insert, select, update on trade_links to easy_app;

grant select on trade_links to easy_system;

grant insert, select, update on two_step_resets to easy_app;

grant select on two_step_resets to easy_system;

grant delete, insert, select, update on two_step_secrets to easy_app;

grant select on two_step_secrets to easy_system;

grant insert, select, update on users to easy_app;

grant select on users to easy_system;

grant usage on users_id_seq to easy_app;

grant insert, select on vendor_invoice_items to easy_app;

grant insert, select on vendor_invoices to easy_app;

grant delete, insert, select, update on vendor_return_lines to easy_app;

grant insert, select, update on vendor_returns to easy_app;

grant delete, insert, select, update on virtual_product_components to easy_app;

grant select on virtual_product_components to easy_system;

grant delete, insert, select, update on virtual_products to easy_app;

grant insert, select on volume_event_images to easy_app;

grant delete, select on volume_event_images to easy_system;

grant insert, select on volume_events to easy_app;

grant delete, select on volume_events to easy_system;

grant delete, insert, select, update on volume_lines to easy_app;

grant select on volume_lines to easy_system;

grant delete, insert, select, update on volumes to easy_app;

grant select on volumes to easy_system;

grant delete, insert, select, update on warehouses to easy_app;

grant select on warehouses to easy_system;

grant delete, insert, select, update on wave_rules to easy_app;

grant select on wave_rules to easy_system;

grant delete, insert, select, update on webhook_deliveries to easy_app;

grant delete, insert, select, update on webhook_deliveries to easy_system;

grant delete, insert, select, update on webhooks to easy_app;

grant select on webhooks to easy_system;

grant insert, select, update on work_closings to easy_app;

grant insert, select on work_days to easy_app;

grant delete, select on work_days to easy_system;

grant update (last_address, name) on api_keys to easy_system;

grant update (changes) on audit_entries to easy_system;

grant update (file_name) on bank_statements to easy_system;

grant update (name) on chat_files to easy_system;

grant update (name) on files to easy_system;

grant update (name) on images to easy_system;

grant update (file_name) on imports to easy_system;

grant update (body) on notifications to easy_system;

grant update (order_id, place_scan, voided_at) on picking_scans to easy_app;

grant update (name) on supplier_documents to easy_system;

grant update (line_id, units) on vendor_invoice_items to easy_app;

grant update (released) on vendor_invoices to easy_app;

grant execute on routine account_of_remote_user(text,text) to easy_app;

grant execute on routine accounts_of_seller_ever(text,text) to easy_app;

grant execute on routine app_now() to easy_app;

grant execute on routine app_now() to public;

grant execute on routine audit_of_record(text) to easy_app;

grant execute on routine barred_suppliers() to easy_app;

grant execute on routine buffered_orders(timestamp with time zone) to easy_app;

grant execute on routine business_figures(timestamp with time zone) to easy_app;

grant execute on routine businesses_to_bill(date) to easy_app;

grant execute on routine businesses_to_recount() to easy_app;

grant execute on routine businesses_with_expired_lots(date) to easy_app;

grant execute on routine businesses_with_plain_rows() to easy_app;

grant execute on routine businesses_with_scheduled_counts() to easy_app;

grant execute on routine businesses_with_wave_rules() to easy_app;

grant execute on routine connected_accounts() to easy_app;

grant execute on routine count_publications(bigint) to easy_app;

grant execute on routine enqueue_jobs(jsonb) to easy_app;

grant execute on routine enqueue_jobs(jsonb) to easy_system;

grant execute on routine erase_person() to easy_app;

grant execute on routine find_expired_key(bytea,timestamp with time zone) to easy_app;

grant execute on routine find_expired_session(bytea,timestamp with time zone) to easy_app;

grant execute on routine find_mail_token(bytea,text) to easy_app;

grant execute on routine find_matches(text,text[],integer) to easy_app;

grant execute on routine find_printable_request(uuid) to easy_app;

grant execute on routine find_session_family(bytea) to easy_app;

grant execute on routine find_staff_invitation(bytea) to easy_app;

grant execute on routine find_station(bytea) to easy_app;

grant execute on routine find_two_step_reset(bytea) to easy_app;

grant execute on routine find_user_by_email(text) to easy_app;

grant execute on routine forget_audit_entries(timestamp with time zone,integer) to easy_app;

grant execute on routine forget_authorization_requests(timestamp with time zone,integer) to easy_app;

grant execute on routine forget_bank_rows(timestamp with time zone,integer) to easy_app;

grant execute on routine forget_idempotency_keys(timestamp with time zone,integer) to easy_app;

grant execute on routine forget_invitations() to easy_app;

grant execute on routine forget_mail_tokens(timestamp with time zone,integer) to easy_app;

grant execute on routine forget_notification(bigint) to easy_app;

grant execute on routine forget_notifications(timestamp with time zone,integer) to easy_app;

grant execute on routine forget_order_events(timestamp with time zone,integer) to easy_app;

grant execute on routine forget_order_scans(timestamp with time zone,integer) to easy_app;

grant execute on routine forget_order_sources(timestamp with time zone,integer) to easy_app;

grant execute on routine forget_picking_scans(timestamp with time zone,integer) to easy_app;

grant execute on routine forget_reservations(timestamp with time zone,integer) to easy_app;

grant execute on routine forget_sessions(timestamp with time zone,integer) to easy_app;

grant execute on routine forget_volume_events(timestamp with time zone,integer) to easy_app;

grant execute on routine forget_webhook_deliveries(timestamp with time zone,integer) to easy_app;

grant execute on routine forget_work_days(timestamp with time zone,integer) to easy_app;

grant execute on routine is_colleague(bigint) to easy_app;

grant execute on routine is_known_business(bigint) to easy_app;

grant execute on routine is_known_device(text,bytea) to easy_app;

grant execute on routine is_offered_category(bigint) to easy_app;

grant execute on routine is_offered_image(bigint) to easy_app;

grant execute on routine is_offered_product(bigint) to easy_app;

grant execute on routine is_offered_variation(bigint) to easy_app;

grant execute on routine linked_suppliers() to easy_app;

grant execute on routine list_my_businesses() to easy_app;

grant execute on routine mark_supplier() to easy_app;

grant execute on routine name_in_audit(bigint) to easy_app;

grant execute on routine offer_in_use(bigint) to easy_app;

grant execute on routine offers_by_code(text[],text[]) to easy_app;

grant execute on routine offers_by_title(text[]) to easy_app;

grant execute on routine open_dropinvoices(date) to easy_app;

grant execute on routine open_key(bytea,timestamp with time zone) to easy_app;

grant execute on routine open_session(bytea,timestamp with time zone) to easy_app;

grant execute on routine overdue_pairs(date) to easy_app;

grant execute on routine publications_by_stock(bigint[]) to easy_app;

grant execute on routine publications_of_products(bigint[]) to easy_app;

grant execute on routine publications_of_stock(bigint[]) to easy_app;

grant execute on routine queue_figures() to easy_app;

grant execute on routine refresh_statistics(text[],bigint) to easy_app;

grant execute on routine resume_lost_jobs() to easy_queue;

grant execute on routine sales_tax_today() to easy_app;

grant execute on routine sales_tax_today() to public;

grant execute on routine short_orders(bigint[]) to easy_app;

grant execute on routine sold_offers(bigint,jsonb) to easy_app;

grant execute on routine staff_has_two_step(bigint) to easy_app;

grant execute on routine station_pins(bytea) to easy_app;

grant execute on routine store_notifications(jsonb,text[],timestamp with time zone) to easy_app;

grant execute on routine substitutes_of(bigint) to easy_app;

grant execute on routine suppliers_to_find() to easy_app;

grant execute on routine unpaid_orders(timestamp with time zone) to easy_app;

grant execute on routine unpicked_orders(bigint[]) to easy_app;

grant execute on routine unsettled_pairs() to easy_app;

grant execute on routine waiting_jobs(text[]) to easy_app;

grant execute on routine waiting_units(bigint) to easy_app;
