-- Nobody else buys the offers of a sales business: what it asks for its own goods is what they cost. The database keeps the
-- price of such an offer equal to the cost of its variation; a variation without a cost keeps the one that was typed.
create or replace function mark_supplier() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  new.from_supplier := exists (select from businesses b where b.id = new.business_id and b.type = 'supply');
  if not new.from_supplier then
    new.price_centavos := coalesce((select nullif(v.cost_centavos, 0) from product_variations v
      where v.id = new.variation_id), new.price_centavos);
  end if;
  return new;
end $$;
drop trigger mark_supplier on dropship_items;
create trigger mark_supplier before insert or update of business_id, from_supplier, price_centavos on dropship_items
  for each row execute function mark_supplier();

create function follow_own_cost() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update dropship_items set price_centavos = new.cost_centavos, version = version + 1
  where variation_id = new.id and business_id = new.business_id and not from_supplier
    and price_centavos <> new.cost_centavos;
  return null;
end $$;
create trigger follow_own_cost after update of cost_centavos on product_variations
  for each row when (new.cost_centavos > 0 and new.cost_centavos is distinct from old.cost_centavos)
  execute function follow_own_cost();

-- Offers of before, and what their publications count with. Costs of sales that were made stay as they were frozen.
alter table dropship_items no force row level security;
alter table product_variations no force row level security;
alter table publication_components no force row level security;
alter table publication_variations no force row level security;
update dropship_items d set price_centavos = v.cost_centavos, version = d.version + 1
from product_variations v
where v.id = d.variation_id and v.business_id = d.business_id and not d.from_supplier and v.cost_centavos > 0
  and d.price_centavos <> v.cost_centavos;
update publication_variations v set cost_centavos = n.cost,
  margin_basis_points = round(10000 - (n.cost + coalesce(v.fee_centavos, 0) + coalesce(v.freight_centavos, 0)) * 10000.0
    / v.price_centavos)
from (select c.publication_variation_id as id, sum(d.price_centavos * c.quantity)::bigint as cost
  from publication_components c join dropship_items d on d.id = c.dropship_item_id
  group by c.publication_variation_id having bool_and(not d.from_supplier)) n
where v.id = n.id and v.cost_centavos <> n.cost;
alter table publication_variations force row level security;
alter table publication_components force row level security;
alter table product_variations force row level security;
alter table dropship_items force row level security;
