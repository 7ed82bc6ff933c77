-- What goes with a parcel that has no NF-e: numbered by seller, canceled, never removed.
create table content_declarations (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  fulfiller_id bigint not null,
  order_id bigint not null references orders (id),
  number integer not null,
  -- sender, recipient, items and weight as they were when it was issued; the recipient's document stays with the sale, sealed
  paper jsonb not null,
  dce_key text check (dce_key ~ '^\d{44}$'),
  issued_by bigint not null,
  issued_at timestamptz not null,
  canceled_by bigint,
  canceled_at timestamptz,
  cancel_reason text,
  unique (seller_id, number),
  check ((canceled_at is null) = (canceled_by is null) and (canceled_at is null) = (cancel_reason is null))
);
create unique index content_declarations_of_sale on content_declarations (order_id) where canceled_at is null;
call protect('content_declarations', 'app_business() in (seller_id, fulfiller_id)',
  'app_business() = seller_id', 'select, insert, update');
