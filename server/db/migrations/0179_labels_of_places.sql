alter table bulk_runs drop constraint bulk_runs_kind_check;
alter table bulk_runs add constraint bulk_runs_kind_check check (
  kind in ('labels', 'invoices', 'prices', 'links', 'fiscal_data', 'campaign_joins', 'campaign_leaves', 'content',
    'publications', 'place_labels'));
