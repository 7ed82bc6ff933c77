-- The margin that a person accepted for the promotion that runs; null: none, or the promotion changed.
alter table publication_variations add column promotion_accepted_basis_points integer;

alter table margin_changes drop constraint margin_changes_cause_check;
alter table margin_changes add constraint margin_changes_cause_check check (
  cause in ('cost', 'fee', 'freight', 'size', 'floor', 'promotion'));
