-- What a sale by hand was of: a line of a marketplace finds its advertisement by its publication.
alter table order_lines add column advertisement_id bigint,
  add constraint order_lines_business_id_advertisement_id_fkey foreign key (business_id, advertisement_id)
    references advertisements (business_id, id) on delete set null (advertisement_id);
create index on order_lines (business_id, advertisement_id) where advertisement_id is not null;
