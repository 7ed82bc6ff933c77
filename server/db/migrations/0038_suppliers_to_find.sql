-- Who can be asked for a trade link: name and city, nothing of the offers, which may be for approved sellers only.
call system_reads('warehouses');
create function suppliers_to_find() returns table (id bigint, city text) language sql stable security definer
  set search_path = public, pg_temp as $$
  select b.id, coalesce((select w.city || case when w.state <> '' then ' - ' || w.state else '' end
      from warehouses w where w.business_id = b.id and w.city <> '' order by w.id limit 1), '')
  from businesses b
  where b.type = 'supply' and exists (select from dropship_items d where d.business_id = b.id and d.active)
$$;
call system_function('suppliers_to_find()');
