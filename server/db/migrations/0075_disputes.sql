-- Lines of closed invoices that the seller does not accept as they stand, and what both sides came to.
create table dropinvoice_disputes (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  dropinvoice_id bigint not null references dropinvoices (id),
  item_id bigint not null unique references dropinvoice_items (id),
  state text not null default 'open' check (state in ('open', 'refused', 'accepted', 'withdrawn', 'void')),
  -- fewer than were disputed where units came back meanwhile
  quantity integer not null check (quantity >= 0),
  reason text not null,
  refusal text not null default '',
  opened_by bigint not null,
  opened_at timestamptz not null,
  refused_at timestamptz,
  ended_at timestamptz,
  check ((ended_at is null) = (state in ('open', 'refused')))
);
create index on dropinvoice_disputes (dropinvoice_id, id);
create index dropinvoice_disputes_waiting on dropinvoice_disputes (dropinvoice_id) where ended_at is null;
call protect('dropinvoice_disputes', 'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)', 'select, insert, update');

create table dropinvoice_dispute_photos (
  id bigint generated always as identity primary key,
  seller_id bigint not null,
  supplier_id bigint not null,
  dispute_id bigint not null references dropinvoice_disputes (id),
  file_id bigint not null
);
create index on dropinvoice_dispute_photos (dispute_id, id);
create index on dropinvoice_dispute_photos (file_id);
call protect('dropinvoice_dispute_photos', 'app_business() in (seller_id, supplier_id)',
  'app_business() in (seller_id, supplier_id)', 'select, insert');

alter table dropinvoice_items drop constraint dropinvoice_items_kind_check,
  add constraint dropinvoice_items_kind_check
    check (kind in ('sale', 'reversal', 'credit', 'carry', 'dispute', 'hand_credit')) not valid,
  add column dispute_id bigint references dropinvoice_disputes (id),
  add column reason text not null default '';
alter table dropinvoice_items validate constraint dropinvoice_items_kind_check;
create index on dropinvoice_items (dispute_id) where dispute_id is not null;

-- Both sides look at the photos of a dispute.
drop policy reading on files;
create policy reading on files for select to easy_app using (business_id = app_business()
  or exists (select from images i where files.id in (i.file_id, i.thumbnail_file_id))
  or exists (select from dropinvoices d where files.id in (d.proof_file_id, d.document_file_id))
  or exists (select from dropinvoice_proofs p where p.file_id = files.id)
  or exists (select from dropinvoice_dispute_photos p where p.file_id = files.id)
  or exists (select from orders o where files.id in (o.invoice_file_id, o.label_file_id, o.label_zpl_file_id)));
