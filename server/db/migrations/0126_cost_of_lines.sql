-- What the units of a line of a volume cost together, to the centavo: 36 units of 705,08 have no price of one unit that adds
-- up to it. Null where no cost is known. `price_centavos` stays the price of one unit, rounded, as it was typed or paid.
alter table volume_lines add column cost_centavos bigint check (cost_centavos >= 0);
alter table volume_lines no force row level security;
update volume_lines set cost_centavos = price_centavos * quantity where price_centavos is not null;
alter table volume_lines force row level security;

-- Units that leave take their share with them, the rest keeps the rest; units that are added without a cost of their own cost
-- what the others do. A statement that sets the cost itself, as a move does on both sides, is left as it is.
create function keep_line_cost() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.cost_centavos := coalesce(new.cost_centavos, new.price_centavos * new.quantity);
  elsif new.cost_centavos is distinct from old.cost_centavos then
    return new;
  elsif new.price_centavos is distinct from old.price_centavos then
    new.cost_centavos := new.price_centavos * new.quantity;
  elsif new.quantity <> old.quantity then
    new.cost_centavos := case when old.quantity = 0 then new.price_centavos * new.quantity
      else old.cost_centavos - round(old.cost_centavos::numeric * (old.quantity - new.quantity) / old.quantity) end;
  end if;
  return new;
end $$;
create trigger keep_line_cost before insert or update of quantity, price_centavos, cost_centavos on volume_lines
  for each row execute function keep_line_cost();

-- What a request that holds the rest of another one costs was agreed with the other: it is in the history once.
alter table paid_prices no force row level security;
alter table supply_requests no force row level security;
delete from paid_prices p using supply_requests r where r.id = p.request_id and r.parent_id is not null;
alter table supply_requests force row level security;
alter table paid_prices force row level security;
