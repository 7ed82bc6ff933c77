-- The result of a sale in parts. Null: not known. `total_centavos` is the goods less what the seller pays of the discounts.
alter table orders
  add column seller_discount_centavos bigint,
  -- Freight that the buyer pays to the seller.
  add column freight_charged_centavos bigint,
  -- What is taken for each order, beside the share of its price.
  add column processing_fee_centavos bigint,
  add column taxes_withheld_centavos bigint,
  -- What went back to the buyer, of a sale that goes on too.
  add column refunded_centavos bigint,
  -- What came after the settlement; below zero it was taken.
  add column adjustment_centavos bigint,
  -- What the marketplace itself says that it pays out, adjustments included.
  add column payout_centavos bigint;
update orders set seller_discount_centavos = 0, freight_charged_centavos = 0, processing_fee_centavos = 0,
  taxes_withheld_centavos = 0, refunded_centavos = 0, adjustment_centavos = 0 where account_id is null;

-- A line as its marketplace numbers it, and what tells it from the other variations of its listing.
alter table order_lines add column remote_line_id text, add column variation text not null default '';

-- An answer, or one row of a list, that cannot be read is set aside for a person to see.
alter table parked_answers drop constraint parked_answers_reason_check;
alter table parked_answers add constraint parked_answers_reason_check
  check (reason in ('other_resource', 'other_seller', 'unreadable')) not valid;
alter table parked_answers validate constraint parked_answers_reason_check;
