-- What joins an area to one that is applied after it: foreign keys, and policies that read its tables.

alter table sessions
  add foreign key (business_id) references businesses,
  add foreign key (business_id, station_id) references stations (business_id, id);
alter table audit_entries
  add foreign key (business_id, station_id) references stations (business_id, id);
alter table imports
  add foreign key (business_id, file_id) references files (business_id, id);
alter table bulk_runs
  add foreign key (business_id, file_id) references files (business_id, id);
alter table volumes
  add constraint volumes_picking_list foreign key (business_id, picking_list_id) references picking_lists (business_id, id),
  add constraint volumes_request_line foreign key (business_id, request_line_id) references supply_request_lines (business_id, id);
alter table ledger_entries
  add foreign key (part_id) references order_parts;
alter table reservations
  add foreign key (order_id) references orders,
  add foreign key (part_id) references order_parts;
alter table pick_allocations
  add foreign key (order_id) references orders,
  add foreign key (part_id) references order_parts;
alter table chats
  add foreign key (business_id, order_id) references orders (business_id, id);
alter table claim_sales
  add foreign key (business_id, order_id) references orders (business_id, id);
alter table dropinvoice_items
  add foreign key (order_id) references orders,
  add foreign key (part_id) references order_parts;
alter table pair_entries
  add foreign key (order_id) references orders,
  add foreign key (part_id) references order_parts;

-- Every signed-in business knows suppliers by name, sellers that trade with it, and businesses that a sale joins to
-- it.
alter policy reading on businesses using (
  id = (select app_business_or_null())
  or type = 'supply'
  or exists (select from trade_links t where t.seller_id = businesses.id and t.supplier_id = (select app_business_or_null()))
  or is_known_business(id)
);

-- A file is read together with the image, invoice, proof, dispute or sale that it belongs to: each sub-query is
-- subject to the policies of its table.
alter policy reading on files using (
  business_id = app_business()
  or exists (select from images i where files.id in (i.file_id, i.thumbnail_file_id))
  or exists (select from dropinvoices d where files.id in (d.proof_file_id, d.document_file_id))
  or exists (select from dropinvoice_proofs p where p.file_id = files.id)
  or exists (select from dropinvoice_dispute_photos p where p.file_id = files.id)
  or exists (select from pair_payouts p where p.proof_file_id = files.id)
  or exists (select from orders o where files.id in (o.invoice_file_id, o.label_file_id) or files.id = o.label_zpl_file_id)
);

-- The stock level behind an offer is read with the offer.
alter policy reading on stock using (
  business_id = (select app_business())
  or exists (select from dropship_items d where d.stock_id = stock.id and d.business_id = stock.business_id)
);
