create table content_edits (
  id bigint generated always as identity,
  business_id bigint not null references businesses,
  run_id bigint not null,
  advertisement_id bigint not null,
  -- null: the content of the advertisement itself
  publication_id bigint,
  -- The changed parts: name, description, images, attributes.
  before jsonb not null,
  after jsonb not null,
  primary key (business_id, id),
  unique nulls not distinct (business_id, run_id, advertisement_id, publication_id),
  foreign key (business_id, run_id) references bulk_runs (business_id, id) on delete cascade,
  foreign key (business_id, advertisement_id) references advertisements (business_id, id) on delete cascade,
  foreign key (business_id, publication_id) references publications (business_id, id) on delete cascade
);
comment on table content_edits is
  'Content of ads before and after a bulk change, written with the change itself: a step that runs twice changes '
  'nothing twice, and the run can be undone. Retention: an edit is deleted with its run.';
create index content_edits_advertisement on content_edits (business_id, advertisement_id);
create index content_edits_publication on content_edits (business_id, publication_id) where publication_id is not null;
call tenant_table('content_edits');

alter table bulk_runs drop constraint bulk_runs_kind_check;
alter table bulk_runs add constraint bulk_runs_kind_check check (
  kind in ('labels', 'invoices', 'prices', 'links', 'fiscal_data', 'campaign_joins', 'campaign_leaves', 'content'));

alter table publication_variations
  -- Units that the marketplace has sold of its listing; null: not read yet.
  add column remote_sold integer check (remote_sold >= 0);
