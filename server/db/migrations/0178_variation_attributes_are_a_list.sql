-- The attributes of a published variation are a list. The default was an object, which failed the query that reads them.
alter table publication_variations no force row level security;
update publication_variations set attributes = '[]' where jsonb_typeof(attributes) <> 'array';
alter table publication_variations force row level security;
alter table publication_variations
  alter column attributes set default '[]',
  add constraint publication_variations_attributes_check check (jsonb_typeof(attributes) = 'array');
