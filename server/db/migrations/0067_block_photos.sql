-- Photos of what was seen when a volume was blocked; kept as long as its history, which is for ever.
alter table volume_events add unique (business_id, id);
create table volume_event_images (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  event_id bigint not null,
  image_id bigint not null,
  unique (event_id, image_id),
  foreign key (business_id, event_id) references volume_events (business_id, id),
  foreign key (business_id, image_id) references images (business_id, id)
);
create index on volume_event_images (business_id, image_id);
call tenant_table('volume_event_images', 'select, insert');
