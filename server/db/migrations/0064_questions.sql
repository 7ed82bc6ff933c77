-- Questions that buyers ask on a listing, as the marketplace tells them; `reply` is our answer on its way there.
create table questions (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  account_id bigint not null,
  remote_id text not null,
  -- the listing it was asked on: its publication is looked up, for it may be linked later
  item_id text not null,
  buyer_id text not null,
  text text not null,
  asked_at timestamptz not null,
  status text not null check (status in
    ('unanswered', 'answered', 'closed', 'under_review', 'banned', 'deleted', 'disabled')),
  on_hold boolean not null,
  answer text,
  -- taken away by the marketplace, with its text
  answer_removed boolean not null default false,
  answered_at timestamptz,
  -- when the reading began that this is of: an older one overwrites nothing
  read_at timestamptz not null,
  reply text,
  reply_state text check (reply_state in ('sending', 'sent', 'refused')),
  reply_reason text check (reply_reason in
    ('marketplace', 'answered_elsewhere', 'not_open', 'no_answer', 'account_disconnected')),
  -- the marketplace's own words
  reply_detail text not null default '',
  replied_by bigint,
  replied_at timestamptz,
  state text not null generated always as (case
    when status = 'answered' or (status = 'unanswered' and reply_state = 'sent') then 'answered'
    when status in ('closed', 'deleted', 'disabled') then 'closed'
    when status in ('under_review', 'banned') or on_hold then 'blocked'
    when reply_state = 'sending' then 'sending'
    when reply_state = 'refused' then 'refused'
    else 'waiting' end) stored,
  search text not null generated always as (fold(text || ' ' || coalesce(answer, ''))) stored,
  unique (business_id, id),
  unique (account_id, remote_id),
  foreign key (business_id, account_id) references marketplace_accounts (business_id, id),
  check ((reply_state is null) = (reply is null)),
  check ((reply_state = 'refused') = (reply_reason is not null)),
  check (replied_by is null or replied_at is not null)
);
create index questions_asked on questions (business_id, asked_at, id);
create index questions_state on questions (business_id, state, asked_at, id);
create index questions_buyer on questions (account_id, buyer_id, asked_at desc);
create index questions_item on questions (business_id, item_id, asked_at desc);
create index questions_search on questions using gin (business_id, search gin_trgm_ops);
call tenant_table('questions', 'select, insert, update');

-- Texts of the business for answers; what stands in braces is filled in from the publication.
create table answer_templates (
  id bigint generated always as identity primary key,
  business_id bigint not null references businesses (id),
  name text not null,
  text text not null,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (business_id, id)
);
create unique index answer_templates_name on answer_templates (business_id, lower(name));
call tenant_table('answer_templates');

alter table marketplace_accounts add column questions_swept_at timestamptz;

-- Questions are searched by their index too.
call system_reads('questions');
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
  if list in ('products', 'advertisements', 'sales', 'bench', 'questions') then
    execute format('select array_agg(id) from (select id from %s and %s limit %s) as capped', case list
      when 'products' then format('products where business_id = %s', mine)
      when 'advertisements' then format('advertisements where business_id = %s', mine)
      when 'sales' then format('orders where business_id = %s', mine)
      when 'questions' then format('questions where business_id = %s', mine)
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
