-- Free labels of products, for filters and acts on many. The colours are those that the screens have a hue for.
create table product_tags (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  name text not null,
  colour text not null check (colour in
    ('gray', 'red', 'amber', 'lime', 'green', 'petrol', 'blue', 'violet', 'grape', 'pink')),
  created_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id)
);
create unique index product_tags_name on product_tags (business_id, lower(name));
call tenant_table('product_tags');

create table product_tag_links (
  business_id bigint not null,
  product_id bigint not null,
  tag_id bigint not null,
  primary key (business_id, product_id, tag_id),
  foreign key (business_id, product_id) references products (business_id, id) on delete cascade,
  foreign key (business_id, tag_id) references product_tags (business_id, id) on delete cascade
);
create index on product_tag_links (business_id, tag_id, product_id);
call tenant_table('product_tag_links');
