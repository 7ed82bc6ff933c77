-- Parts of a publication's content are sent apart from each other: one that is refused keeps back no other.
alter table publications drop constraint publications_unsent_check;
alter table publications no force row level security;
update publications set unsent = array(select distinct unnest(array_remove(unsent, 'content') || array['name', 'attributes', 'package', 'identity', 'video']))
  where 'content' = any(unsent);
alter table publications force row level security;
alter table publications add constraint publications_unsent_check check (unsent <@ array['state', 'type', 'pictures', 'package',
  'attributes', 'identity', 'video', 'description', 'name']) not valid;
alter table publications validate constraint publications_unsent_check;
-- A closed listing goes on sale again under a new id; the old publication keeps the old id and its sales.
alter table publications add column continues_id bigint;
create unique index publications_continues_id_key on publications (business_id, continues_id) where continues_id is not null;
alter table publication_variations add column former_item_id text, add column former_variation_id text;
-- Lies in the marketplace's own warehouse, which alone counts it.
alter table publication_variations add column fulfilled_by_marketplace boolean not null default false;
-- The state in our words beside the marketplace's own.
alter table publication_variations add column remote_state text not null default '';
alter table publication_variations no force row level security;
update publication_variations set remote_state = case when remote_status in ('active', 'closed', 'under_review') then remote_status else 'paused' end
  where remote_item_id is not null;
alter table publication_variations force row level security;
