-- A SKU is one of its business in any case. Where two differ by case only, the younger one gets its number behind it.
alter table product_variations no force row level security;
update product_variations v set sku = left(v.sku, 48) || '-' || v.id
  where exists (select from product_variations o where o.business_id = v.business_id and upper(o.sku) = upper(v.sku) and o.id < v.id);
alter table product_variations add column sku_key text generated always as (upper(sku)) stored;
alter table product_variations drop constraint product_variations_business_id_sku_key;
alter table product_variations add constraint product_variations_business_id_sku_key unique (business_id, sku_key) deferrable;

-- A GTIN has one form: the shortest of 8, 12, 13 and 14 digits, without the zeros that only fill a longer one; zeros alone
-- are none. `normalGtin` of the contract says the same of what is written from now on.
create function normal_gtin(code text) returns text language sql immutable parallel safe as $$
  select case when code !~ '^([0-9]{8}|[0-9]{12,14})$' then code when ltrim(code, '0') = '' then ''
    else lpad(ltrim(code, '0'), case when length(ltrim(code, '0')) <= 8 then 8
      else greatest(12, length(ltrim(code, '0'))) end, '0') end
$$;
update product_variations set gtin = normal_gtin(gtin) where gtin <> normal_gtin(gtin);
alter table products no force row level security;
update products p set codes = c.codes from (
    select v.product_id, string_agg(concat_ws(' ', v.sku, nullif(v.gtin, '')), ' ' order by v.id) as codes
    from product_variations v group by v.product_id) c
  where c.product_id = p.id and c.codes <> p.codes;
alter table products force row level security;
alter table product_variations force row level security;
alter table order_parts no force row level security;
update order_parts set gtin = normal_gtin(gtin) where gtin <> normal_gtin(gtin);
alter table order_parts force row level security;

-- A lot is the same after its code is trimmed and read without case. Two that were kept apart are one where they expire on
-- the same day; else the younger one gets its number behind it, and a person looks at the label.
alter table batches no force row level security;
alter table volume_lines no force row level security;
alter table balance_count_lines no force row level security;
create temporary table same_lots on commit drop as
  select b.id, (select min(o.id) from batches o where o.business_id = b.business_id and o.variation_id = b.variation_id
    and upper(btrim(o.code)) = upper(btrim(b.code)) and o.expires_on = b.expires_on) as kept
  from batches b;
update volume_lines l set batch_id = s.kept from same_lots s where s.id = l.batch_id and s.kept <> s.id;
update balance_count_lines l set batch_id = s.kept from same_lots s where s.id = l.batch_id and s.kept <> s.id;
delete from batches b using same_lots s where s.id = b.id and s.kept <> s.id;
update batches b set code = left(btrim(b.code), 28) || '-' || b.id
  where exists (select from batches o where o.business_id = b.business_id and o.variation_id = b.variation_id
    and upper(btrim(o.code)) = upper(btrim(b.code)) and o.id < b.id);
alter table batches drop constraint batches_business_id_variation_id_code_key;
alter table batches add column code_key text generated always as (upper(btrim(code))) stored;
alter table batches add constraint batches_code unique (business_id, variation_id, code_key);
alter table balance_count_lines force row level security;
alter table volume_lines force row level security;
alter table batches force row level security;

-- What a check of an import saw of the records that its rows are about, where the changes that are shown do not say all of it;
-- `moved`: the records were no longer that when the import was applied.
alter table import_rows add column seen jsonb, add column moved boolean not null default false;
