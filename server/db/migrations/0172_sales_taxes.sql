create table sales_taxes (
  business_id bigint not null references businesses,
  from_day date not null,
  regime text not null check (regime in ('simples', 'mei', 'presumed', 'real')),
  basis_points integer not null check (basis_points between 0 and 5000),
  primary key (business_id, from_day)
);
comment on table sales_taxes is
  'The share of the revenue of sales bought from a day on that a seller pays as taxes. Without a row no taxes are counted.';
call tenant_table('sales_taxes');
