-- The fiscal data of many sales is exported as long work, like their labels.
alter table bulk_runs
  drop constraint bulk_runs_kind_check,
  add constraint bulk_runs_kind_check check (kind in ('labels', 'invoices', 'prices', 'links', 'fiscal_data'));
-- The buyer's billing data is kept in our own terms, which are the same for all marketplaces.
comment on table order_sources is
  'The last document of the marketplace about a sale, sealed, for reading it again by a later release, and the '
  'billing data of its buyer in our terms. Retention: deleted a year after it was received by the task '
  'jobs.forget-passed.';
