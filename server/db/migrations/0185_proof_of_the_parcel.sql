-- What a business asks for at the bench, and by how much a parcel may differ from its goods: by the larger of both.
alter table businesses
  add column parcel_weight text not null default 'off' check (parcel_weight in ('off', 'optional', 'required')),
  add column parcel_photos text not null default 'off' check (parcel_photos in ('off', 'optional', 'required')),
  add column parcel_percent integer not null default 5 check (parcel_percent between 0 and 100),
  add column parcel_grams integer not null default 50 check (parcel_grams between 0 and 10000);

create table parcel_weights (
  -- The seller, and the business that packs.
  business_id bigint not null,
  fulfiller_id bigint not null,
  order_id bigint not null,
  grams integer not null check (grams between 1 and 200000),
  -- The goods of the parcel; null: the weight of one of them was unknown.
  expected_grams integer check (expected_grams > 0),
  -- Outside of the tolerance, and confirmed after a second look.
  differs boolean not null,
  source text not null check (source in ('typed', 'scale')),
  at timestamptz not null,
  primary key (business_id, order_id),
  foreign key (business_id, order_id) references orders (business_id, id)
);
comment on table parcel_weights is
  'Weights of packed parcels, with the sale at which they were weighed. Retention: as the sale, unless the parcel is opened.';
call protect('parcel_weights',
  'business_id = (select app_business()) or fulfiller_id = (select app_business())',
  'business_id = (select app_business()) or fulfiller_id = (select app_business())',
  'select, insert, update, delete');

create table parcel_photos (
  business_id bigint not null,
  id bigint generated always as identity,
  fulfiller_id bigint not null,
  order_id bigint not null,
  -- Of the fulfiller.
  file_id bigint not null,
  at timestamptz not null,
  primary key (business_id, id),
  foreign key (business_id, order_id) references orders (business_id, id),
  foreign key (fulfiller_id, file_id) references files (business_id, id)
);
comment on table parcel_photos is
  'Photos of parcels at the bench. Retention: until the buyer is erased, or the parcel is opened.';
create index parcel_photos_order on parcel_photos (business_id, order_id);
create index parcel_photos_file on parcel_photos (file_id);
call protect('parcel_photos',
  'business_id = (select app_business()) or fulfiller_id = (select app_business())',
  'business_id = (select app_business()) or fulfiller_id = (select app_business())',
  'select, insert, delete');

alter policy reading on files using (
  business_id = app_business()
  or exists (select from images i where files.id in (i.file_id, i.thumbnail_file_id))
  or exists (select from dropinvoices d where files.id in (d.proof_file_id, d.document_file_id))
  or exists (select from dropinvoice_proofs p where p.file_id = files.id)
  or exists (select from dropinvoice_dispute_photos p where p.file_id = files.id)
  or exists (select from pair_payouts p where p.proof_file_id = files.id)
  or exists (select from orders o where files.id in (o.invoice_file_id, o.label_file_id) or files.id = o.label_zpl_file_id)
  or exists (select from parcel_photos p where p.file_id = files.id)
);
