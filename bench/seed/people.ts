import type { Plan } from './plan.ts';

const base = `timestamptz '2026-11-20 12:00+00'`;
/** Every seeded person's password is `quatro-caixas-de-papelao`; at the product's cost, with a fixed salt. */
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$ZWFzeWJlbmNoc2FsdDAwMQ$HWy883iPGqwqf3by9ODd5XuyjulX7i8Prfiu3rEc2Xg';

/** Businesses, their people with live sessions, and the records that each business needs before it can trade. */
export const people = (plan: Plan): string[] => [
  `insert into businesses (id, name, type, document, created_at, plan)
    select b, case when b % 2 = 1 then 'Fornecedor ' else 'Loja ' end || b,
      case when b % 2 = 1 then 'supply' else 'sales' end, lpad(b::text, 11, '0'), ${base}, 'enterprise'
    from generate_series(1, ${plan.pairs * 2}) b`,
  `insert into plan_changes (business_id, plan, at)
    select b, 'enterprise', ${base} from generate_series(1, ${plan.pairs * 2}) b`,
  `insert into users (id, name, email, password_hash, activated_at, created_at)
    select u, 'Pessoa ' || u, 'pessoa' || u || '@example.com', '${passwordHash}', ${base}, ${base}
    from generate_series(1, ${plan.users}) u`,
  `insert into staff (id, business_id, user_id, roles, created_at) overriding system value
    select u, b, u, case when n = 0 then array['owner'] when n % 4 = 1 then array['administrator']
      when n % 4 = 2 then array['packer', 'distributor'] when n % 4 = 3 then array['stockist']
      when b % 2 = 1 then array['supplier'] else array['seller'] end, ${base}
    from generate_series(1, ${plan.users}) u,
      lateral (select (u - 1) % ${plan.pairs * 2} + 1 as b, (u - 1) / ${plan.pairs * 2} as n) w`,
  `insert into sessions (id, user_id, business_id, access_hash, access_expires_at, family_hash, refresh_hash,
      fresh_until, created_at, expires_at) overriding system value
    select u, u, (u - 1) % ${plan.pairs * 2} + 1,
      sha256(convert_to(encode(sha256(convert_to('bench:${plan.seed}:' || u, 'UTF8')), 'hex'), 'UTF8')), '2100-01-01',
      sha256(convert_to('family:${plan.seed}:' || u, 'UTF8')), sha256(convert_to('refresh:${plan.seed}:' || u, 'UTF8')),
      '2100-01-01', ${base}, '2100-01-01'
    from generate_series(1, ${plan.users}) u`,
  `insert into warehouses (id, business_id, name, zip, state, city, street, number, created_at) overriding system value
    select k, 2 * k - 1, 'Galpão', '13010050', 'SP', 'Campinas', 'Rua das Caixas', k::text, ${base}
    from generate_series(1, ${plan.pairs}) k`,
  `insert into inventory_locations (id, business_id, warehouse_id, prefix, index, code, walk) overriding system value
    select (k - 1) * 20 + n, 2 * k - 1, k, 'A', n, 'A' || lpad(n::text, 2, '0'), n
    from generate_series(1, ${plan.pairs}) k, generate_series(1, 20) n`,
  `insert into categories (id, business_id, description) overriding system value
    select (k - 1) * 20 + n, 2 * k - 1, 'Categoria ' || n from generate_series(1, ${plan.pairs}) k, generate_series(1, 20) n`,
  `insert into marketplace_accounts (id, business_id, marketplace, name, remote_user_id, nickname, connected_at,
      created_at) overriding system value
    select k, 2 * k, 'mercado-livre', 'Conta ' || k, (700000000 + k)::text, 'LOJA' || k, ${base}, ${base}
    from generate_series(1, ${plan.pairs}) k`,
  `insert into trade_links (id, seller_id, supplier_id, created_at) overriding system value
    select k, 2 * k, 2 * k - 1, ${base} from generate_series(1, ${plan.pairs}) k`,
];
