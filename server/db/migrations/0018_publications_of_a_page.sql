-- The same number for many shelves at once, by shelf: asked one by one, most of the time went into the asking (21 shelves:
-- 0.53 ms; at once: 0.15).
create function publications_by_shelf(shelves bigint[]) returns jsonb language plpgsql stable
  security definer set search_path = public, pg_temp as $$
begin
  return (select coalesce(jsonb_object_agg(shelf, (select count(distinct v.publication_id) from publication_components c
    join publication_variations v on v.id = c.publication_variation_id where c.stock_id = shelf)), '{}')
    from unnest(shelves) as shelf);
end $$;
call system_function('publications_by_shelf(bigint[])');
