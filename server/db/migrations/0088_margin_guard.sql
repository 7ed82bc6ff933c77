-- The seller's floor: what a margin may not fall below when cost, fee or freight change, and what is done then. Null: none of
-- an account; of a publication, that of its account.
alter table marketplace_accounts
  add column floor_basis_points integer,
  add column floor_action text check (floor_action in ('reprice', 'hold', 'warn')),
  add constraint marketplace_accounts_floor check ((floor_basis_points is null) = (floor_action is null));
alter table publications
  add column floor_basis_points integer,
  add column floor_action text check (floor_action in ('reprice', 'hold', 'warn')),
  add constraint publications_floor check ((floor_basis_points is null) = (floor_action is null));
alter table publication_variations
  -- below its floor: the seller knows of it, or it stands at quantity 0
  add column guard text check (guard in ('warned', 'held')),
  -- {cost, fee, freight, margin} when a person last decided the price; null: nobody has since the floor was set
  add column decided jsonb;

create table margin_changes (
  id bigint generated always as identity primary key,
  business_id bigint not null,
  publication_id bigint not null,
  variation_id bigint not null,
  changed_at timestamptz not null,
  cause text not null check (cause in ('cost', 'fee', 'freight', 'floor')),
  outcome text not null check (outcome in ('repriced', 'held', 'warned', 'released')),
  floor_basis_points integer not null,
  -- {price, cost, fee, freight, margin}
  before jsonb not null,
  after jsonb not null,
  undone_at timestamptz,
  unique (business_id, id),
  foreign key (business_id, publication_id) references publications (business_id, id) on delete cascade,
  foreign key (business_id, variation_id) references publication_variations (business_id, id) on delete cascade
);
create index margin_changes_newest on margin_changes (business_id, id desc);
create index on margin_changes (business_id, publication_id);
create index on margin_changes (business_id, variation_id);
call tenant_table('margin_changes');
