-- What a publication promises beside its goods; null: nothing was said here, and the marketplace's own is left alone.
alter table publications
  add column condition text check (condition in ('new', 'used')),
  add column warranty jsonb,
  add column handling_days integer check (handling_days between 1 and 90),
  add column free_shipping boolean;
alter table publications drop constraint publications_unsent_check;
alter table publications add constraint publications_pending_fields_check check (pending_fields <@ array['state', 'type',
  'pictures', 'package', 'attributes', 'condition', 'terms', 'freight', 'identity', 'video', 'description', 'name']) not valid;
alter table publications validate constraint publications_pending_fields_check;
