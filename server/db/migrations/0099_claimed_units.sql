-- What a claim is about, by line of its sale: [{"lineId", "quantity"}]. Null: nobody has said it.
alter table claims add column units jsonb;
-- Units that claims send back; null: all of them.
alter table order_parts add column claimed integer;
alter table order_parts add constraint order_parts_claimed_check check (claimed >= 0 and claimed <= quantity);
