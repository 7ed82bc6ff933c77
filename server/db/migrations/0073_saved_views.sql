-- A list as somebody likes to find it: what is filtered, its order, its columns. Without a person it is the business's.
create table saved_views (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  user_id bigint,
  list text not null,
  name text not null,
  query text not null default '',
  sort text not null default '',
  hidden text[] not null default '{}',
  -- the one that the list opens with
  is_default boolean not null default false,
  created_by bigint not null references users (id),
  created_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id),
  foreign key (business_id, user_id) references staff (business_id, user_id) on delete cascade
);
create unique index saved_views_name on saved_views (business_id, list, coalesce(user_id, 0), lower(name));
create unique index saved_views_default on saved_views (business_id, list, coalesce(user_id, 0)) where is_default;
create index on saved_views (business_id, user_id);
call tenant_table('saved_views');
