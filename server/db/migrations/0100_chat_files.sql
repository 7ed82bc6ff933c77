-- What was sent along with a message: a buyer's stays at its marketplace and is opened there; ours is kept.
create table chat_files (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  message_id bigint not null,
  -- its name there
  remote_id text,
  file_id bigint,
  name text not null,
  content_type text not null,
  -- null: the marketplace does not say
  bytes bigint,
  unique (message_id, remote_id),
  foreign key (business_id, message_id) references chat_messages (business_id, id) on delete cascade,
  foreign key (business_id, file_id) references files (business_id, id),
  check (num_nonnulls(remote_id, file_id) = 1)
);
create index on chat_files (business_id, message_id);
create index on chat_files (file_id) where file_id is not null;
call tenant_table('chat_files', 'select, insert, delete');
