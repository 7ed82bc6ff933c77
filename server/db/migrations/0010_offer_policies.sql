-- Who sees an offer, asked once per statement. As sub-queries inside the policy these look-ups carried the policies of
-- their own tables along: every statement that touched a product was planned for 50 ms and run in 1.
call system_reads('trade_links');
call system_reads('dropship_items');
call system_reads('product_images');

-- Suppliers whose open offers this business may see; none unless it sells.
create function open_suppliers() returns bigint[] language sql stable security definer
  set search_path = public, pg_temp as $$
  select coalesce(array_agg(s.id), '{}') from businesses s
  where s.type = 'supply'
    and exists (select from businesses me where me.id = app_business() and me.type = 'sales')
    and not exists (select from trade_links t
      where t.seller_id = app_business() and t.supplier_id = s.id and t.state = 'blocked')
$$;
create function linked_suppliers() returns bigint[] language sql stable security definer
  set search_path = public, pg_temp as $$
  select coalesce(array_agg(t.supplier_id), '{}') from trade_links t
  where t.seller_id = app_business() and t.state = 'active'
$$;
create function is_offered_image(image bigint) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$
  select exists (select from product_images p join dropship_items d on d.product_id = p.product_id
    where p.image_id = image and d.active and d.business_id = any (open_suppliers())
      and (not d.linked_only or d.business_id = any (linked_suppliers())))
$$;
call system_function('open_suppliers()');
call system_function('linked_suppliers()');
call system_function('is_offered_image(bigint)');

alter policy reading on dropship_items using (business_id = app_business()
  or (active and business_id = any ((select open_suppliers())::bigint[])
    and (not linked_only or business_id = any ((select linked_suppliers())::bigint[]))));
alter policy reading on images using (business_id = app_business() or is_offered_image(id));
