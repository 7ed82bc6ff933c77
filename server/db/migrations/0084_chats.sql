-- Threads of every kind, as one inbox lists them. Those of a sale are written by their rules; a question stays where it is,
-- and its row here follows it.
create table chats (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  -- null: a sale that no marketplace knows of
  account_id bigint,
  -- where it comes from, and its name there: the question's id, the pack or sale whose messages they are, the claim
  source text not null check (source in ('question', 'messages', 'claim', 'parcel')),
  remote_id text not null,
  kind text not null check (kind in ('question', 'message', 'claim', 'return', 'exchange', 'cancellation')),
  question_id bigint,
  order_id bigint,
  -- what it is about, by the marketplace's number; the sale may be known later
  about_what text check (about_what in ('order', 'pack', 'parcel', 'item')),
  about_id text not null default '',
  status text not null check (status in ('open', 'closed', 'blocked')),
  turn text check (turn in ('us', 'buyer', 'marketplace')),
  -- of the last that we wrote or did, where it did not get there yet
  send_state text check (send_state in ('sending', 'refused')),
  block_reason text check (block_reason in ('time_over', 'by_buyer', 'in_claim', 'not_delivered', 'unpaid', 'canceled',
    'refunded', 'needs_opening', 'assistant', 'other')),
  block_detail text not null default '',
  -- what the seller may begin with
  openings jsonb not null default '[]',
  opened_at timestamptz not null,
  last_at timestamptz not null,
  -- by when it has to be answered; not the marketplace's word: a day after it began to wait
  due_at timestamptz,
  due_given boolean not null default false,
  excerpt text not null default '',
  words text not null default '',
  -- when the reading began that this is of: an older one overwrites nothing
  read_at timestamptz not null,
  state text not null generated always as (case
    when status = 'closed' then 'closed'
    when send_state = 'sending' then 'open'
    when status = 'blocked' then 'blocked'
    when send_state = 'refused' or turn = 'us' then 'waiting_us'
    when turn = 'buyer' then 'waiting_buyer'
    else 'open' end) stored,
  search text not null generated always as (fold(excerpt || ' ' || words || ' ' || about_id)) stored,
  unique (business_id, id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id),
  foreign key (business_id, question_id) references questions (business_id, id) on delete cascade,
  foreign key (business_id, order_id) references orders (business_id, id),
  check ((source = 'question') = (question_id is not null)),
  check (source <> 'parcel' or order_id is not null)
);
create unique index chats_remote on chats (account_id, source, remote_id) where source in ('messages', 'claim');
create unique index chats_question on chats (question_id) where question_id is not null;
create unique index chats_parcel on chats (order_id) where source = 'parcel';
create index chats_due on chats (business_id, due_at, id);
create index chats_state_due on chats (business_id, state, due_at, id);
create index chats_last on chats (business_id, last_at, id);
create index chats_state_last on chats (business_id, state, last_at, id);
create index chats_order on chats (order_id) where order_id is not null;
create index chats_about on chats (account_id, about_id);
create index chats_search on chats using gin (business_id, search gin_trgm_ops);
call tenant_table('chats');
call system_reads('chats');

-- A claim of a buyer, with the parcel that it sends back.
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
  foreign key (business_id, chat_id) references chats (business_id, id) on delete cascade,
  check ((return_id is null) = (return_step is null))
);
create index on claims (business_id, chat_id);
call tenant_table('claims');

-- What was said and done in the thread of a sale. Ours begins without a remote id; the reading that finds it there gives
-- it one.
create table chat_messages (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  chat_id bigint not null,
  remote_id text,
  author text not null check (author in ('buyer', 'seller', 'marketplace')),
  -- what we did about a claim, besides saying something
  act text,
  choice text,
  amount_centavos bigint,
  -- what we began the thread with
  opening text,
  text text not null,
  at timestamptz not null,
  withheld boolean not null default false,
  send_state text check (send_state in ('sending', 'sent', 'refused')),
  send_reason text check (send_reason in ('marketplace', 'not_open', 'no_answer', 'account_disconnected')),
  -- the marketplace's own words
  send_detail text not null default '',
  -- when it was sent off for the first time: what is missing afterwards may have got there
  tried_at timestamptz,
  written_by bigint,
  client_id text,
  unique (business_id, id),
  unique (business_id, client_id),
  foreign key (business_id, chat_id) references chats (business_id, id) on delete cascade,
  check ((send_state = 'refused') = (send_reason is not null)),
  check (remote_id is not null or send_state is not null)
);
create unique index chat_messages_remote on chat_messages (chat_id, remote_id) where remote_id is not null;
create index on chat_messages (chat_id, at, id);
call tenant_table('chat_messages');

create table chat_images (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  message_id bigint not null,
  image_id bigint not null,
  unique (message_id, image_id),
  foreign key (business_id, message_id) references chat_messages (business_id, id) on delete cascade,
  foreign key (business_id, image_id) references images (business_id, id)
);
create index on chat_images (business_id, image_id);
call tenant_table('chat_images', 'select, insert, delete');

-- Reviews of what was bought.
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
  -- ours, on its way
  reply text,
  reply_state text check (reply_state in ('sending', 'sent', 'refused')),
  reply_reason text check (reply_reason in ('marketplace', 'not_open', 'no_answer', 'account_disconnected')),
  reply_detail text not null default '',
  replied_by bigint,
  replied_at timestamptz,
  read_at timestamptz not null,
  search text not null generated always as (fold(title || ' ' || text || ' ' || coalesce(answer, ''))) stored,
  unique (business_id, id),
  unique (account_id, remote_id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id),
  check ((reply_state is null) = (reply is null)),
  check ((reply_state = 'refused') = (reply_reason is not null))
);
create index reviews_written on reviews (business_id, written_at, id);
create index reviews_rating on reviews (business_id, rating, id);
create index reviews_item on reviews (business_id, item_id, written_at desc);
create index reviews_search on reviews using gin (business_id, search gin_trgm_ops);
call tenant_table('reviews', 'select, insert, update');

alter table marketplace_accounts add column chats_swept_at timestamptz, add column reviews_swept_at timestamptz;

-- A question among the other threads.
create function keep_chat_of_question() returns trigger
language plpgsql as $$
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

insert into chats (business_id, account_id, source, remote_id, kind, question_id, about_what, about_id, status, turn,
    send_state, opened_at, last_at, due_at, excerpt, words, read_at)
select q.business_id, q.account_id, 'question', q.id::text, 'question', q.id, 'item', q.item_id,
  case when q.state in ('answered', 'closed') then 'closed' when q.state = 'blocked' then 'blocked' else 'open' end,
  case when q.state in ('waiting', 'refused') then 'us' end,
  case q.state when 'sending' then 'sending' when 'refused' then 'refused' end,
  q.asked_at, greatest(q.asked_at, q.answered_at, q.replied_at),
  case when q.state in ('waiting', 'refused') then q.asked_at + interval '24 hours' end,
  left(q.text, 300), concat_ws(' ', q.text, q.answer), q.read_at
from questions q;

-- A parcel that comes back is a thread of its sale, unless a claim is it already.
create function keep_chat_of_return() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.return_expected then
    insert into chats (business_id, account_id, source, remote_id, kind, order_id, about_what, about_id, status, opened_at,
      last_at, excerpt, read_at)
    select new.business_id, new.account_id, 'parcel', new.id::text, 'return', new.id, 'order',
      coalesce(new.remote_order_id, ''), 'open', new.updated_at, new.updated_at, coalesce(new.canceled_reason, ''),
      new.updated_at
    where not exists (select from chats c where c.order_id = new.id and c.source = 'claim')
    on conflict (order_id) where source = 'parcel' do update set status = 'open', last_at = excluded.last_at;
  else
    update chats set status = 'closed', last_at = new.updated_at
    where order_id = new.id and source = 'parcel' and status <> 'closed';
  end if;
  return null;
end $$;
create policy system_adding on chats for insert to easy_system with check (true);
create policy system_changing on chats for update to easy_system using (true) with check (true);
grant insert, update on chats to easy_system;
alter function keep_chat_of_return() owner to easy_system;
revoke all on function keep_chat_of_return() from public;
create trigger keep_chat after update of return_expected on orders
  for each row when (old.return_expected is distinct from new.return_expected) execute function keep_chat_of_return();

-- Threads and reviews are searched by their index too.
call system_reads('reviews');
create or replace function find_matches(list text, pieces text[], most integer) returns bigint[]
language plpgsql stable security definer set search_path = public, pg_temp set enable_bitmapscan = on as $$
declare
  mine text := format('%L::bigint', app_business());
  patterns text[] := array(select format('%L', '%' || replace(replace(replace(fold(piece), '\', '\\'), '%', '\%'), '_', '\_') || '%')
    from unnest(pieces) as piece);
  every text := (select string_agg(format('search like %s', pattern), ' and ') from unnest(patterns) as pattern);
  pattern text;
  found bigint[];
  matches bigint[];
begin
  -- Composed and not bound: the planner chooses between index and scan by how common this very text is.
  if list in ('products', 'advertisements', 'sales', 'bench', 'questions', 'chats', 'reviews') then
    execute format('select array_agg(id) from (select id from %s and %s limit %s) as capped', case list
      when 'products' then format('products where business_id = %s', mine)
      when 'advertisements' then format('advertisements where business_id = %s', mine)
      when 'sales' then format('orders where business_id = %s', mine)
      when 'questions' then format('questions where business_id = %s', mine)
      when 'chats' then format('chats where business_id = %s', mine)
      when 'reviews' then format('reviews where business_id = %s', mine)
      else format('orders where fulfiller_id = %s', mine) end, every, most + 1) into found;
    return case when cardinality(found) > most then null else coalesce(found, '{}') end;
  end if;
  -- Variations, and offers of them: a piece may stand in the product's text or in the variation's own. A piece that is
  -- too common is left to the list, as long as another is not.
  foreach pattern in array patterns loop
    execute format(case list
      when 'variations' then 'select array_agg(id) from (
        select id from product_variations where business_id = %1$s and search like %2$s
        union all select v.id from products p join product_variations v on v.business_id = p.business_id and v.product_id = p.id
        where p.business_id = %1$s and p.search like %2$s limit %3$s) as capped'
      when 'offered' then 'select array_agg(id) from (
        select d.id from product_variations v join dropship_items d on d.variation_id = v.id where d.active and v.search like %2$s
        union all select d.id from products p join dropship_items d on d.product_id = p.id
        where d.active and p.search like %2$s limit %3$s) as capped'
      end, mine, pattern, most + 1) into found;
    continue when cardinality(found) > most;
    matches := case when matches is null then coalesce(found, '{}')
      else array(select unnest(matches) intersect select unnest(found)) end;
  end loop;
  return matches;
end $$;
