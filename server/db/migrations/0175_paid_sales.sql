-- What was released for a sale replaces what was expected of it once its month of payouts is closed. A part of its money
-- that changes afterwards makes it expected again. The day on which each part changed last is kept.
alter table orders
  add column paid_centavos bigint,
  add column money_days jsonb;
comment on column orders.paid_centavos is
  'Released for the sale by the payouts of closed months, if it differs from what was expected.';
comment on column orders.money_days is
  'Days on which parts of its result changed last, by the names of the parts; a part without one is known since created_at.';

create function date_changed_money() returns trigger
language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  new.paid_centavos := null;
  new.money_days := coalesce(new.money_days, '{}') || (
    select jsonb_object_agg(part, (app_now() at time zone 'America/Sao_Paulo')::date)
    from (values
      ('goods', new.total_centavos is distinct from old.total_centavos),
      ('sellerDiscount', new.seller_discount_centavos is distinct from old.seller_discount_centavos),
      ('marketplaceDiscount', new.discount_centavos is distinct from old.discount_centavos),
      ('freightCharged', new.freight_charged_centavos is distinct from old.freight_charged_centavos),
      ('processingFee', new.processing_fee_centavos is distinct from old.processing_fee_centavos),
      ('freight', new.freight_centavos is distinct from old.freight_centavos),
      ('taxes', new.taxes_withheld_centavos is distinct from old.taxes_withheld_centavos),
      ('refund', new.refunded_centavos is distinct from old.refunded_centavos),
      ('adjustment', new.adjustment_centavos is distinct from old.adjustment_centavos),
      ('other', new.payout_centavos is distinct from old.payout_centavos)
    ) as parts (part, changed) where changed);
  return new;
end $$;
create trigger date_changed_money before update of total_centavos, seller_discount_centavos, discount_centavos,
    freight_charged_centavos, processing_fee_centavos, freight_centavos, taxes_withheld_centavos, refunded_centavos,
    adjustment_centavos, payout_centavos on orders for each row
  when ((old.total_centavos, old.seller_discount_centavos, old.discount_centavos, old.freight_charged_centavos,
      old.processing_fee_centavos, old.freight_centavos, old.taxes_withheld_centavos, old.refunded_centavos,
      old.adjustment_centavos, old.payout_centavos)
    is distinct from (new.total_centavos, new.seller_discount_centavos, new.discount_centavos,
      new.freight_charged_centavos, new.processing_fee_centavos, new.freight_centavos, new.taxes_withheld_centavos,
      new.refunded_centavos, new.adjustment_centavos, new.payout_centavos))
  execute function date_changed_money();

create function date_changed_fee() returns trigger
language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  update orders set paid_centavos = null, money_days = coalesce(money_days, '{}')
      || jsonb_build_object('fee', (app_now() at time zone 'America/Sao_Paulo')::date)
    where id = new.order_id and business_id = new.business_id;
  return null;
end $$;
create trigger date_changed_fee after update of sale_fee_centavos on order_lines for each row
  when (old.sale_fee_centavos is distinct from new.sale_fee_centavos) execute function date_changed_fee();
