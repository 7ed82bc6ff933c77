create table example_records (
  business_id bigint not null references businesses,
  kind text not null check (kind in (
    'product', 'advertisement', 'offer', 'image', 'tag', 'view', 'template', 'warehouse')),
  record_id bigint not null,
  -- Of the record when it was made: it has another one if it was changed since. null: records of its kind have none.
  version integer check (version > 0),
  primary key (business_id, kind, record_id)
);
comment on table example_records is
  'Records that a new business got as examples, to be marked and to be removed together. '
  'Retention: about twenty rows of a business, deleted when the examples are removed or kept.';
call tenant_table('example_records');

-- The stock level of an example that never had a unit goes with it. Foreign keys hold every level that was used.
grant delete on stock to easy_app;
