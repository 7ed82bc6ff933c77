-- Accounts at marketplaces, what marketplaces send, and conversations with buyers.

create table authorization_requests (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  user_id bigint not null,
  session_id bigint not null,
  marketplace text not null,
  state_hash bytea not null unique,
  verifier text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table authorization_requests is
  'A consent at a marketplace that was started and not yet answered. Retention: rows are deleted 7 days after they '
  'expire by the task jobs.forget-passed.';
call tenant_table('authorization_requests', 'select, insert, update');
call system_reads('authorization_requests');
create policy system_removing on authorization_requests for delete to easy_system using (true);
grant delete on authorization_requests to easy_system;

create table marketplace_accounts (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  marketplace text not null check (marketplace in ('mercado-livre', 'nuvemshop', 'shopee')),
  name text not null,
  remote_user_id text not null,
  nickname text not null default '',
  email text not null default '',
  site_id text not null default 'MLB',
  -- Tags of the seller at the marketplace, which decide on its item model.
  tags text[] not null default '{}'::text[],
  state text not null default 'connected' check (state in ('connected', 'disconnected')),
  -- Why it is disconnected: invalid_grant, revoked, removed.
  state_reason text,
  -- Sealed with the key of the application.
  access_token text,
  refresh_token text,
  token_expires_at timestamptz,
  -- A process is renewing the tokens until then; all others wait for the new pair.
  renewing_until timestamptz,
  swept_at timestamptz,
  connected_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  pre_dispatch_parcels_read_to bigint not null default 0,
  in_transit_parcels_read_to bigint not null default 0,
  -- The renewal failed for now: no process tries before then.
  renewal_retry_at timestamptz,
  questions_swept_at timestamptz,
  chats_swept_at timestamptz,
  reviews_swept_at timestamptz,
  listings_asked_at timestamptz,
  listings_found_at timestamptz,
  listings_read_at timestamptz,
  -- The last reading was given up, because the marketplace did not answer.
  listings_failed boolean not null default false,
  floor_basis_points integer,
  floor_action text check (floor_action in ('reprice', 'hold', 'warn')),
  token_issued_at timestamptz,
  missed_at timestamptz,
  missed integer not null default 0,
  reputation_read_at timestamptz,
  reputation_risk text check (reputation_risk in ('good', 'near', 'over')),
  reputation_failed_at timestamptz,
  reputation_failure text check (reputation_failure in ('no_answer', 'refused')),
  -- End of the consent of the seller, where the marketplace says it.
  grant_ends_at timestamptz,
  -- The end of the consent of which the owners were warned.
  grant_warned_for timestamptz,
  -- What the seller entered where the marketplace quotes no fee; null: not entered.
  fee_rates jsonb,
  unique (business_id, id),
  check ((reputation_failed_at is null) = (reputation_failure is null)),
  constraint marketplace_accounts_floor check ((floor_basis_points is null) = (floor_action is null))
);
comment on table marketplace_accounts is
  'Accounts of sellers at marketplaces: tokens (sealed), their state, and how far each sweep has read.';
create unique index marketplace_accounts_remote on marketplace_accounts (marketplace, remote_user_id)
  where removed_at is null;
call tenant_table('marketplace_accounts', 'select, insert, update');
call system_reads('marketplace_accounts');

create table account_calls (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  account_id bigint not null,
  called_at timestamptz not null,
  method text not null,
  -- Without the query string.
  path text not null,
  -- null: no answer
  status integer,
  milliseconds integer not null,
  -- Of a refusal, in the words of the marketplace.
  code text not null default '',
  -- How far the clock of the marketplace is ahead of ours; null: unknown.
  ahead_milliseconds bigint,
  unique (business_id, id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id)
);
comment on table account_calls is
  'The latest calls to the marketplace of each account, for the connection check. Retention: each call deletes all '
  'but the latest 20 of its account.';
create index account_calls_newest on account_calls (business_id, account_id, id desc);
call tenant_table('account_calls');

create table notifications (
  id bigint generated always as identity primary key,
  marketplace text not null,
  remote_user_id text not null,
  topic text not null,
  resource text not null,
  body jsonb not null,
  received_at timestamptz not null
);
comment on table notifications is
  'What marketplaces sent, stored before anything of it is believed. It has no tenant, because the account is not '
  'known yet. Retention: rows are deleted after 90 days by the task jobs.forget-passed.';
-- The latest notification of each topic about one seller.
create index notifications_of_topic on notifications (marketplace, remote_user_id, topic, received_at desc);
create index notifications_received_at_idx on notifications (received_at);
grant select, insert on notifications to easy_app;
grant select, delete on notifications to easy_system;
grant update (body) on notifications to easy_system;

create table parked_answers (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  account_id bigint not null,
  resource text not null,
  reason text not null check (reason in ('other_resource', 'other_seller', 'unreadable')),
  -- The id or the seller that the answer names.
  got text not null,
  times integer not null default 1,
  parked_at timestamptz not null,
  unique (account_id, resource),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id)
);
comment on table parked_answers is
  'An answer of a marketplace that is about another resource than was asked for, or that cannot be read. Nothing '
  'of it is believed. The row is deleted when the resource answers correctly.';
call tenant_table('parked_answers');

create table questions (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  account_id bigint not null,
  remote_id text not null,
  -- The listing; its publication is looked up, because it may be linked later.
  item_id text not null,
  buyer_id text not null,
  text text not null,
  asked_at timestamptz not null,
  status text not null check (status in ('unanswered', 'answered', 'closed', 'under_review', 'banned', 'deleted',
      'disabled')),
  on_hold boolean not null,
  answer text,
  -- The marketplace removed the answer, with its text.
  answer_removed boolean not null default false,
  answered_at timestamptz,
  -- When the reading began that the row is from; an older one changes nothing.
  read_at timestamptz not null,
  reply text,
  reply_state text check (reply_state in ('sending', 'sent', 'refused')),
  reply_reason text check (reply_reason in ('marketplace', 'answered_elsewhere', 'not_open', 'no_answer',
      'account_disconnected')),
  -- In the words of the marketplace.
  reply_detail text not null default '',
  replied_by bigint,
  replied_at timestamptz,
  state text generated always as (
case
    when status = 'answered' or status = 'unanswered' and reply_state = 'sent' then 'answered'
    when status in ('closed',
      'deleted', 'disabled') then 'closed'
    when (status in ('under_review', 'banned')) or on_hold then 'blocked'
    when reply_state = 'sending' then 'sending'
    when reply_state = 'refused' then 'refused'
    else 'waiting'
end) stored not null,
  search text generated always as (fold(text || ' ' || coalesce(answer, ''))) stored not null,
  unique (account_id, remote_id),
  unique (business_id, id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id),
  check ((reply_state is null) = (reply is null)),
  constraint questions_check1 check ((reply_state = 'refused') = (reply_reason is not null)),
  constraint questions_check2 check (replied_by is null or replied_at is not null)
);
comment on table questions is
  'Questions of buyers on a listing as the marketplace tells them. `reply` is the answer on its way to the '
  'marketplace.';
create index questions_asked on questions (business_id, asked_at, id);
create index questions_buyer on questions (account_id, buyer_id, asked_at desc);
create index questions_item on questions (business_id, item_id, asked_at desc);
create index questions_search on questions using gin (business_id, search gin_trgm_ops);
create index questions_state on questions (business_id, state, asked_at, id);
call tenant_table('questions', 'select, insert, update');
call system_reads('questions');

create table answer_templates (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  name text not null,
  text text not null,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id)
);
comment on table answer_templates is
  'Texts of the business for answers. Names in braces are filled in from the publication.';
create unique index answer_templates_name on answer_templates (business_id, lower(name));
call tenant_table('answer_templates');

create table chats (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses,
  -- null: a sale that no marketplace knows
  account_id bigint,
  -- Where the thread comes from, and its name there: the question, the pack or sale of messages, the claim.
  source text not null check (source in ('question', 'messages', 'claim', 'parcel')),
  remote_id text not null,
  kind text not null check (kind in ('question', 'message', 'claim', 'return', 'exchange', 'cancellation')),
  question_id bigint,
  order_id bigint,
  -- What it is about, by the number of the marketplace; the sale may be known later.
  about_what text check (about_what in ('order', 'pack', 'parcel', 'item')),
  about_id text not null default '',
  status text not null check (status in ('open', 'closed', 'blocked')),
  turn text check (turn in ('us', 'buyer', 'marketplace')),
  -- Of our latest message or act, while it has not arrived.
  send_state text check (send_state in ('sending', 'refused')),
  block_reason text check (block_reason in ('time_over', 'by_buyer', 'in_claim', 'not_delivered', 'unpaid', 'canceled',
      'refunded', 'needs_opening', 'assistant', 'other')),
  block_detail text not null default '',
  -- What the seller may begin with.
  openings jsonb not null default '[]'::jsonb,
  opened_at timestamptz not null,
  last_at timestamptz not null,
  -- When an answer is due: a day after the thread began to wait.
  due_at timestamptz,
  due_given boolean not null default false,
  excerpt text not null default '',
  words text not null default '',
  -- When the reading began that the row is from; an older one changes nothing.
  read_at timestamptz not null,
  state text generated always as (
case
    when status = 'closed' then 'closed'
    when send_state = 'sending' then 'open'
    when status = 'blocked' then 'blocked'
    when send_state = 'refused'
      or turn = 'us' then 'waiting_us'
    when turn = 'buyer' then 'waiting_buyer'
    else 'open'
end) stored not null,
  search text generated always as (fold(excerpt || ' ' || words || ' ' || about_id)) stored not null,
  unique (business_id, id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id),
  foreign key (business_id, question_id) references questions (business_id, id) on delete cascade,
  check ((source = 'question') = (question_id is not null)),
  constraint chats_check1 check (source <> 'parcel' or order_id is not null)
);
comment on table chats is
  'Threads of every kind as one inbox lists them. Threads of a sale are written by their rules; a question keeps '
  'its own row, and its row here follows it by trigger.';
create index chats_about on chats (account_id, about_id);
create index chats_due on chats (business_id, due_at, id);
create index chats_last on chats (business_id, last_at, id);
create index chats_order on chats (order_id) where order_id is not null;
create unique index chats_parcel on chats (order_id) where source = 'parcel';
create unique index chats_question on chats (question_id) where question_id is not null;
create unique index chats_remote on chats (account_id, source, remote_id) where source in ('messages', 'claim');
create index chats_search on chats using gin (business_id, search gin_trgm_ops);
create index chats_state_due on chats (business_id, state, due_at, id);
create index chats_state_last on chats (business_id, state, last_at, id);
call tenant_table('chats');
call system_reads('chats');
create policy system_adding on chats for insert to easy_system with check (true);
create policy system_changing on chats for update to easy_system using (true) with check (true);
grant insert, update on chats to easy_system;

create table chat_messages (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  chat_id bigint not null,
  remote_id text,
  author text not null check (author in ('buyer', 'seller', 'marketplace')),
  -- What we did about a claim, besides saying something.
  act text,
  choice text,
  amount_centavos bigint,
  -- What we began the thread with.
  opening text,
  text text not null,
  at timestamptz not null,
  withheld boolean not null default false,
  send_state text check (send_state in ('sending', 'sent', 'refused')),
  send_reason text check (send_reason in ('marketplace', 'not_open', 'no_answer', 'account_disconnected')),
  -- In the words of the marketplace.
  send_detail text not null default '',
  -- First attempt to send; a message without a remote id may have arrived since then.
  tried_at timestamptz,
  written_by bigint,
  client_id text,
  -- What an act says besides a choice, a sum and words: days, carrier, tracking code, receiver.
  details jsonb not null default '{}'::jsonb,
  unique (business_id, client_id),
  unique (business_id, id),
  foreign key (business_id, chat_id) references chats (business_id, id) on delete cascade,
  check ((send_state = 'refused') = (send_reason is not null)),
  constraint chat_messages_check1 check (remote_id is not null or send_state is not null)
);
comment on table chat_messages is
  'What was said and done in the thread of a sale. A message of ours begins without a remote id and gets it when a '
  'reading finds it at the marketplace. Growth: some rows per conversation, kept with the sale.';
create index chat_messages_chat_id_at_id_idx on chat_messages (chat_id, at, id);
create unique index chat_messages_remote on chat_messages (chat_id, remote_id) where remote_id is not null;
call tenant_table('chat_messages');
call system_reads('chat_messages');

create table chat_images (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  message_id bigint not null,
  image_id bigint not null,
  unique (message_id, image_id),
  foreign key (business_id, image_id) references images (business_id, id),
  foreign key (business_id, message_id) references chat_messages (business_id, id) on delete cascade
);
comment on table chat_images is
  'Images that we sent with a message.';
create index chat_images_business_id_image_id_idx on chat_images (business_id, image_id);
call tenant_table('chat_images', 'select, insert, delete');

create table chat_files (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  message_id bigint not null,
  -- The name of the file at the marketplace.
  remote_id text,
  file_id bigint,
  name text not null,
  content_type text not null,
  -- null: the marketplace does not say
  bytes bigint,
  unique (message_id, remote_id),
  foreign key (business_id, file_id) references files (business_id, id),
  foreign key (business_id, message_id) references chat_messages (business_id, id) on delete cascade,
  check (num_nonnulls(remote_id, file_id) = 1)
);
comment on table chat_files is
  'Files sent with a message. A file of a buyer stays at the marketplace and is opened there; ours is stored.';
create index chat_files_business_id_message_id_idx on chat_files (business_id, message_id);
create index chat_files_file_id_idx on chat_files (file_id) where file_id is not null;
call tenant_table('chat_files', 'select, insert, delete');
call system_reads('chat_files');
create policy system_changing on chat_files for update to easy_system using (true) with check (true);
grant update (name) on chat_files to easy_system;

create table claims (
  chat_id bigint primary key,
  business_id bigint not null,
  mediated boolean not null,
  reason text not null,
  detail text not null,
  outcome text not null,
  actions jsonb not null,
  affects_reputation boolean,
  spare_until timestamptz,
  remote_updated_at timestamptz not null,
  return_id text,
  return_step text check (return_step in ('agreed', 'on_the_way', 'delivered', 'ended', 'failed')),
  return_status text not null default '',
  return_tracking text not null default '',
  return_to_seller boolean not null default false,
  -- What the claim is about, by line of the sale: [{"lineId", "quantity"}]. null: nobody has said it.
  units jsonb,
  foreign key (business_id, chat_id) references chats (business_id, id) on delete cascade,
  check ((return_id is null) = (return_step is null))
);
comment on table claims is
  'A claim of a buyer, with the parcel that it sends back.';
create index claims_business_id_chat_id_idx on claims (business_id, chat_id);
call tenant_table('claims');

create table claim_sales (
  business_id bigint not null,
  chat_id bigint not null,
  order_id bigint not null,
  received_at timestamptz,
  primary key (chat_id, order_id),
  foreign key (business_id, chat_id) references chats (business_id, id) on delete cascade
);
comment on table claim_sales is
  'The sales that a claim is about. `received`: what the claim sends back of the sale was in a return that is '
  'closed.';
create index claim_sales_business_id_chat_id_idx on claim_sales (business_id, chat_id);
create index claim_sales_business_id_order_id_idx on claim_sales (business_id, order_id);
create index claim_sales_order on claim_sales (order_id);
call tenant_table('claim_sales');
call system_reads('claim_sales');

create table reviews (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  account_id bigint not null,
  remote_id text not null,
  item_id text not null,
  rating integer not null check (rating between 1 and 5),
  title text not null,
  text text not null,
  written_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  -- Our reply, on its way.
  reply text,
  reply_state text check (reply_state in ('sending', 'sent', 'refused')),
  reply_reason text check (reply_reason in ('marketplace', 'not_open', 'no_answer', 'account_disconnected')),
  reply_detail text not null default '',
  replied_by bigint,
  replied_at timestamptz,
  read_at timestamptz not null,
  search text generated always as (fold(title || ' ' || text || ' ' || coalesce(answer, ''))) stored not null,
  unique (account_id, remote_id),
  unique (business_id, id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id),
  check ((reply_state is null) = (reply is null)),
  constraint reviews_check1 check ((reply_state = 'refused') = (reply_reason is not null))
);
comment on table reviews is
  'Reviews of publications by buyers.';
create index reviews_item on reviews (business_id, item_id, written_at desc);
create index reviews_rating on reviews (business_id, rating, id);
create index reviews_search on reviews using gin (business_id, search gin_trgm_ops);
create index reviews_written on reviews (business_id, written_at, id);
call tenant_table('reviews', 'select, insert, update');
call system_reads('reviews');

create table reputation_readings (
  business_id bigint not null,
  account_id bigint not null,
  day date not null,
  read_at timestamptz not null,
  reading jsonb not null,
  primary key (account_id, day),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id)
);
comment on table reputation_readings is
  'How a marketplace rates the seller of an account: the last reading of each day.';
create index reputation_readings_business_id_account_id_idx on reputation_readings (business_id, account_id);
call tenant_table('reputation_readings', 'select, insert, update');

create function account_of_remote_user(place text, remote text) returns table(account_id bigint, business_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id from marketplace_accounts
  where marketplace = place and remote_user_id = remote and removed_at is null
$$;
call system_function('account_of_remote_user(text, text)');

-- Every business that has or had the account of this seller.
create function accounts_of_seller_ever(place text, remote text) returns table(account_id bigint, business_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id from marketplace_accounts where marketplace = place and remote_user_id = remote order by id
$$;
call system_function('accounts_of_seller_ever(text, text)');

create function connected_accounts() returns table(account_id bigint, business_id bigint, swept_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select id, business_id, swept_at from marketplace_accounts where state = 'connected' and removed_at is null
$$;
call system_function('connected_accounts()');

create function forget_authorization_requests(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$ with gone as (delete from authorization_requests where id in
      (select id from authorization_requests where expires_at < before limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_authorization_requests(timestamptz, integer)');

-- Stores notifications that came together and enqueues the jobs for the handled topics, in one statement. Repetitions
-- of one resource that wait together are read once.
create function store_notifications(told jsonb, handled text[], at timestamptz) returns void language plpgsql as $$
declare
  jobs jsonb;
begin
  with kept as (
    insert into notifications (marketplace, remote_user_id, topic, resource, body, received_at)
    select t.marketplace, t.remote_user_id, t.topic, t.resource, t.body, at
    from jsonb_to_recordset(told) as t (marketplace text, remote_user_id text, topic text, resource text, body jsonb)
    returning id, marketplace, remote_user_id, topic, resource
  )
  select jsonb_agg(jsonb_build_object('task', 'notification.process', 'payload', jsonb_build_object('notificationId', k.id),
      'key', concat_ws(':', 'notice', k.marketplace, k.remote_user_id, k.topic, k.resource)) order by k.id)
    into jobs from kept k where k.topic = any (handled);
  if jobs is not null then
    perform enqueue_jobs(jobs);
  end if;
end $$;
revoke all on function store_notifications(jsonb,text[],timestamptz) from public;
grant execute on function store_notifications(jsonb,text[],timestamptz) to easy_app;

create function forget_notification(one bigint) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update notifications set body = jsonb_build_object('event', body->'event') where id = one
$$;
call system_function('forget_notification(bigint)');

create function forget_notifications(before timestamptz, most integer) returns bigint
  language sql security definer set search_path = public, pg_temp as $$ with gone as (delete from notifications where received_at < before and id in
      (select id from notifications order by id limit most) returning 1)
    select count(*) from gone $$;
call system_function('forget_notifications(timestamptz, integer)');

-- A question is a thread of the inbox.
create function keep_chat_of_question() returns trigger language plpgsql as $$
declare
  waits boolean := new.state in ('waiting', 'refused');
begin
  insert into chats (business_id, account_id, source, remote_id, kind, question_id, about_what, about_id, status, turn,
    send_state, opened_at, last_at, due_at, excerpt, words, read_at)
  values (new.business_id, new.account_id, 'question', new.id::text, 'question', new.id, 'item', new.item_id,
    case when new.state in ('answered', 'closed') then 'closed' when new.state = 'blocked' then 'blocked' else 'open' end,
    case when waits then 'us' end,
    case new.state when 'sending' then 'sending' when 'refused' then 'refused' end,
    new.asked_at, greatest(new.asked_at, new.answered_at, new.replied_at),
    case when waits then new.asked_at + interval '24 hours' end,
    left(new.text, 300), concat_ws(' ', new.text, new.answer), new.read_at)
  on conflict (question_id) where question_id is not null do update set
    about_id = excluded.about_id, status = excluded.status, turn = excluded.turn, send_state = excluded.send_state,
    last_at = excluded.last_at, due_at = excluded.due_at, excerpt = excluded.excerpt, words = excluded.words,
    read_at = excluded.read_at;
  return null;
end $$;

create trigger keep_chat after insert or update of text, item_id, status, on_hold, answer, reply, reply_state on questions
  for each row execute function keep_chat_of_question();
