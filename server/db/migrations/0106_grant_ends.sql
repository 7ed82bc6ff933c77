-- Until when the seller's consent lasts, where the marketplace says so.
alter table marketplace_accounts add column grant_ends_at timestamptz;
