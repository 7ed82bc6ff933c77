-- Pictures of products that a spreadsheet names by their addresses are downloaded by the queue.
create table picture_downloads (
  id bigint generated always as identity,
  business_id bigint not null references businesses,
  product_id bigint not null,
  -- The variations that it shows; none: the product as a whole.
  variation_ids bigint[] not null default '{}',
  import_id bigint not null,
  url text not null,
  -- Its place among the pictures of the product.
  position integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  fault text,
  attempts integer not null default 0 check (attempts >= 0),
  retry_at timestamptz not null,
  primary key (business_id, id),
  unique (business_id, product_id, url),
  foreign key (business_id, product_id) references products (business_id, id) on delete cascade,
  foreign key (business_id, import_id) references imports (business_id, id)
);
comment on table picture_downloads is
  'Addresses of pictures that imports name: each is downloaded once for its product, and deleted with it.';
create index picture_downloads_business_id_import_id_state_idx on picture_downloads (business_id, import_id, state, id);
create index picture_downloads_waiting on picture_downloads (business_id, retry_at) where state = 'waiting';
call tenant_table('picture_downloads');
