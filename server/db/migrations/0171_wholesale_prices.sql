-- Lower prices of larger purchases, by rising quantity: from, price, and fee and freight at that price (null: unknown).
alter table publications add column wholesale jsonb not null default '[]';

alter table publications drop constraint publications_pending_fields_check;
alter table publications add constraint publications_pending_fields_check check (
  pending_fields <@ array['state', 'type', 'pictures', 'package', 'attributes', 'condition', 'terms', 'freight',
    'identity', 'wholesale', 'video', 'description', 'name']);

alter table margin_changes drop constraint margin_changes_cause_check;
alter table margin_changes add constraint margin_changes_cause_check check (
  cause in ('cost', 'fee', 'freight', 'size', 'floor', 'promotion', 'wholesale'));
