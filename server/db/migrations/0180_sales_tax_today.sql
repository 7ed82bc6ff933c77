-- The margins of ads count the tax on the sale. They are stored before it, because its rate changes by day; what reads one
-- subtracts the rate of today.
create function sales_tax_today() returns integer language sql stable parallel safe set search_path = public, pg_temp
  as $$
    select coalesce((select t.basis_points from sales_taxes t where t.business_id = app_business()
        and t.from_day <= (app_now() at time zone 'America/Sao_Paulo')::date
      order by t.from_day desc limit 1), 0)
  $$;
grant execute on function sales_tax_today() to easy_app;
comment on column publication_variations.margin_basis_points is
  'Of the price, after cost, fee and freight, before the tax on the sale: the rate of the day is subtracted when it is read.';

alter table margin_changes drop constraint margin_changes_cause_check,
  add constraint margin_changes_cause_check
    check (cause in ('cost', 'fee', 'freight', 'tax', 'size', 'floor', 'promotion', 'wholesale')) not valid;
alter table margin_changes validate constraint margin_changes_cause_check;
