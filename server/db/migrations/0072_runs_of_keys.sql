-- What a key has begun is the key's: its maker, in whose name it acts, does not meet it. Gone with the key, for
-- without its number it would be the maker's.
alter table bulk_runs add column api_key_id bigint,
  add foreign key (business_id, api_key_id) references api_keys (business_id, id) on delete cascade not valid;
