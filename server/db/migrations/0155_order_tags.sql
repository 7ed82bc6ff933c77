create table order_tags (
  id bigint generated always as identity,
  business_id bigint not null references businesses,
  name text not null,
  colour text not null check (colour in ('gray', 'red', 'amber', 'lime', 'green', 'petrol', 'blue', 'violet',
      'grape', 'pink')),
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (business_id, id)
);
comment on table order_tags is
  'Free labels of sales, which only their seller sees. The colors are those that the screens have a hue for.';
create unique index order_tags_name on order_tags (business_id, lower(name));
call tenant_table('order_tags');

create table order_tag_links (
  business_id bigint not null,
  order_id bigint not null,
  tag_id bigint not null,
  primary key (business_id, order_id, tag_id),
  foreign key (business_id, order_id) references orders (business_id, id) on delete cascade,
  foreign key (business_id, tag_id) references order_tags (business_id, id) on delete cascade
);
comment on table order_tag_links is 'Which sale has which tag. Kept with its sale.';
create index order_tag_links_business_id_tag_id_order_id_idx on order_tag_links (business_id, tag_id, order_id);
call tenant_table('order_tag_links');
