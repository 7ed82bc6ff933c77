-- The sales that a claim is about. Received: what it sends back of the sale was in a return that is closed.
create table claim_sales (
  business_id bigint not null,
  chat_id bigint not null,
  order_id bigint not null,
  received_at timestamptz,
  primary key (chat_id, order_id),
  foreign key (business_id, chat_id) references chats (business_id, id) on delete cascade,
  foreign key (business_id, order_id) references orders (business_id, id)
);
create index claim_sales_order on claim_sales (order_id);
create index on claim_sales (business_id, chat_id);
create index on claim_sales (business_id, order_id);
call tenant_table('claim_sales');

-- Units of a part that came back, in all returns that were closed.
alter table order_parts add column returned integer not null default 0;
alter table order_parts add constraint order_parts_returned_check check (returned >= 0 and returned <= quantity);

-- What is claimed after a return was closed comes back as another one. Asked, once it is closed: [{"partId", "units"}].
alter table parcel_returns drop constraint parcel_returns_order_id_key;
alter table parcel_returns add column asked jsonb;
create unique index parcel_returns_open on parcel_returns (order_id) where closed_at is null;
create index parcel_returns_order on parcel_returns (order_id);

-- Which return of the sale a line credits; 0: none, or one of before.
alter table dropinvoice_items add column return_number smallint not null default 0;
alter table dropinvoice_items drop constraint dropinvoice_items_part_id_kind_attempt_key;
alter table dropinvoice_items add constraint dropinvoice_items_part_key unique (part_id, kind, attempt, return_number);

alter table chats no force row level security;
alter table claims no force row level security;
alter table claim_sales no force row level security;
alter table orders no force row level security;
alter table order_parts no force row level security;
alter table parcel_returns no force row level security;
alter table parcel_return_units no force row level security;

insert into claim_sales (business_id, chat_id, order_id, received_at)
select c.business_id, c.id, c.order_id, case when k.return_to_seller then o.returned_at end
from claims k join chats c on c.id = k.chat_id join orders o on o.id = c.order_id;

update parcel_returns r set asked = (
    select jsonb_agg(jsonb_build_object('partId', p.id, 'units', coalesce(p.claimed, p.quantity)) order by p.id)
    from order_parts p where p.order_id = r.order_id)
where r.closed_at is not null;

update order_parts p set returned = found.back, claimed = found.missing
from (select p.id, coalesce(sum(u.quantity) filter (where u.condition <> 'missing'), 0) as back,
    coalesce(sum(u.quantity) filter (where u.condition = 'missing'), 0) as missing
  from parcel_returns r join order_parts p on p.order_id = r.order_id
    left join parcel_return_units u on u.return_id = r.id and u.part_id = p.id and u.voided_at is null
  where r.closed_at is not null group by p.id) found
where p.id = found.id;

alter table parcel_return_units force row level security;
alter table parcel_returns force row level security;
alter table order_parts force row level security;
alter table orders force row level security;
alter table claim_sales force row level security;
alter table claims force row level security;
alter table chats force row level security;
