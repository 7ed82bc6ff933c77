-- A substitute says which warehouse it would leave from: two of one supplier look alike otherwise.
alter function substitutes_of(bigint) rename to substitute_offers;
create function substitutes_of(sale bigint)
  returns table (part bigint, offer bigint, same_gtin boolean, likeness real, warehouse text, city text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.part, s.offer, s.same_gtin, s.likeness, w.name,
    w.city || case when w.city <> '' and w.state <> '' then ' - ' || w.state else '' end
  from substitute_offers(sale) s join dropship_items d on d.id = s.offer join warehouses w on w.id = d.warehouse_id
$$;
call system_function('substitutes_of(bigint)');
revoke execute on function substitute_offers(bigint) from easy_app;
