-- What a line is agreed at in all. The price of one unit is rounded of it where its units do not divide it, as where a
-- document says only the total.
alter table supply_request_lines add column total_centavos bigint;
alter table supply_request_lines no force row level security;
update supply_request_lines set total_centavos = price_centavos * quantity;
alter table supply_request_lines force row level security;
alter table supply_request_lines alter column total_centavos set not null,
  add constraint supply_request_lines_total_centavos_check
    check (total_centavos >= 0 and price_centavos = greatest(1, round(total_centavos::numeric / quantity)));

alter table paid_prices add column total_centavos bigint;
alter table paid_prices no force row level security;
update paid_prices set total_centavos = price_centavos * quantity;
alter table paid_prices force row level security;
alter table paid_prices alter column total_centavos set not null,
  add constraint paid_prices_total_centavos_check
    check (total_centavos >= 0 and price_centavos = greatest(1, round(total_centavos::numeric / quantity)));
