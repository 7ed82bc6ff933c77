alter table bulk_runs drop constraint bulk_runs_kind_check;
alter table bulk_runs add constraint bulk_runs_kind_check check (
  kind in ('labels', 'invoices', 'prices', 'links', 'fiscal_data', 'campaign_joins', 'campaign_leaves', 'content',
    'publications'));

alter table import_rows
  -- Names that an error is about, by column: attributes that are missing.
  add column details jsonb not null default '{}';
