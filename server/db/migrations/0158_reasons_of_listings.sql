-- Why a listing is not sold, or is shown to fewer buyers, as the marketplace gives it: [{kind, code, message, remedy,
-- due}]. It replaces the codes without a meaning; codes that are not known here keep their own words until the listing
-- is read again.
alter table publication_variations add column remote_reasons jsonb not null default '[]'::jsonb;
alter table publication_variations no force row level security;
update publication_variations v set remote_reasons = (
  select jsonb_agg(jsonb_build_object(
    'kind', case when code = 'paused_by_seller' then 'seller_paused'
      when code in ('out_of_stock', 'forbidden', 'suspended', 'deleted', 'expired') then code else 'other' end,
    'code', code, 'message', '', 'remedy', '', 'due', null))
  from unnest(v.remote_sub_status) code)
where v.remote_sub_status <> '{}';
alter table publication_variations force row level security;
alter table publication_variations drop column remote_sub_status;
alter table publications drop column remote_sub_status;
