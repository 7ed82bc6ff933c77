-- The number by which the store itself calls the order (#306), and what buyer and seller wrote to it.
alter table orders
  add column store_number text not null default '' check (length(store_number) <= 60),
  add column buyer_note text not null default '' check (length(buyer_note) <= 2000),
  add column seller_note text not null default '' check (length(seller_note) <= 2000);

drop index orders_search;
alter table orders drop column search;
alter table orders add column search text generated always as (fold(coalesce(remote_order_id, '') || ' ' || coalesce(pack_id, '')
  || ' ' || store_number || ' ' || buyer_name || ' ' || tracking_code || ' ' || line_words)) stored;
create index orders_search on orders using gin (business_id, fulfiller_id, search gin_trgm_ops);

-- A state was stored as each marketplace names it: "São Paulo" and "SP" are one.
alter table orders no force row level security;
update orders o set buyer = jsonb_set(o.buyer, '{state}', to_jsonb(n.uf))
from (values ('acre', 'AC'), ('alagoas', 'AL'), ('amapa', 'AP'), ('amazonas', 'AM'), ('bahia', 'BA'), ('ceara', 'CE'),
  ('distrito federal', 'DF'), ('espirito santo', 'ES'), ('goias', 'GO'), ('maranhao', 'MA'), ('mato grosso', 'MT'),
  ('mato grosso do sul', 'MS'), ('minas gerais', 'MG'), ('para', 'PA'), ('paraiba', 'PB'), ('parana', 'PR'),
  ('pernambuco', 'PE'), ('piaui', 'PI'), ('rio de janeiro', 'RJ'), ('rio grande do norte', 'RN'),
  ('rio grande do sul', 'RS'), ('rondonia', 'RO'), ('roraima', 'RR'), ('santa catarina', 'SC'), ('sao paulo', 'SP'),
  ('sergipe', 'SE'), ('tocantins', 'TO')) as n (name, uf)
where fold(btrim(o.buyer ->> 'state')) = n.name;
alter table orders force row level security;
