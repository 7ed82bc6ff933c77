import { type BusinessType, type Role, roles } from '#contract/permissions.ts';
import { hashPassword } from '#server/account/password.ts';
import { addBusiness, addUser } from '#server/account/registration.ts';
import type { App } from '#server/app.ts';
import { setScope, type Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

export const demoPassword = 'easy-demo-2026';

export type Team = { businessId: number; type: BusinessType; name: string } & Record<Role, Actor>;
export type Cast = { supplier: Team; otherSupplier: Team; seller: Team; otherSeller: Team };

type Company = {
  key: keyof Cast;
  name: string;
  type: BusinessType;
  document: string;
  domain: string;
  /** Who works there; the owner does the work of those who are missing. */
  people: Partial<Record<Role, string>>;
};

export const companies: readonly Company[] = [
  {
    key: 'supplier',
    name: 'Casa Serena Distribuidora',
    type: 'supply',
    document: '11222333000181',
    domain: 'fornecedor.demo',
    people: {
      owner: 'Helena Prado',
      administrator: 'Rogério Tavares',
      stockist: 'Dirceu Lima',
      packer: 'Tatiane Rocha',
      distributor: 'Wesley Barros',
      seller: 'Camila Nunes',
      supplier: 'Otávio Reis',
    },
  },
  {
    key: 'seller',
    name: 'Loja da Praça',
    type: 'sales',
    document: '11444777000161',
    domain: 'loja.demo',
    people: {
      owner: 'Marina Couto',
      administrator: 'Felipe Andrade',
      stockist: 'Josué Ribeiro',
      packer: 'Aline Moraes',
      distributor: 'Robson Teles',
      seller: 'Bianca Farias',
      supplier: 'Sérgio Pinto',
    },
  },
  {
    key: 'otherSupplier',
    name: 'Trilha & Quintal Atacado',
    type: 'supply',
    document: '12ABC34501DE35',
    domain: 'trilha.demo',
    people: { owner: 'Nelson Kawashima' },
  },
  {
    key: 'otherSeller',
    name: 'Empório do Bairro',
    type: 'sales',
    document: '52998224725',
    domain: 'emporio.demo',
    people: { owner: 'Larissa Monteiro' },
  },
];

const mailNames: Record<Role, string> = {
  owner: 'dono',
  administrator: 'administrador',
  stockist: 'estoquista',
  packer: 'embalador',
  distributor: 'expedidor',
  seller: 'vendedor',
  supplier: 'fornecedor',
};

export const emailOf = (company: Company, role: Role) => `${mailNames[role]}@${company.domain}`;

export const signIns = companies.flatMap((company) =>
  roles.flatMap((role) =>
    company.people[role]
      ? [{ label: `${company.name} · ${role}`, email: emailOf(company, role), password: demoPassword }]
      : [],
  ),
);

/** Everybody exists and nobody can sign in yet: that is the last thing to be done, and says that all before it is. */
export async function hireCast(app: App, since: Date): Promise<Cast> {
  const passwordHash = await hashPassword(demoPassword);
  const teams = await app.database.transact(null, async (real) => {
    const tx: Tx = { ...real, now: () => since };
    const made: [keyof Cast, Team][] = [];
    for (const company of companies) made.push([company.key, await hireTeam(tx, company, passwordHash)]);
    return made;
  });
  return Object.fromEntries(teams) as Cast;
}

async function hireTeam(tx: Tx, company: Company, passwordHash: string): Promise<Team> {
  const { type, name, document } = company;
  const add = async (role: Role) => {
    const person = { name: company.people[role] ?? '', email: emailOf(company, role), passwordHash };
    const id = await addUser(tx, { ...person, locale: 'pt', activated: false });
    if (id === null) throw new Error(`${person.email} is there already`);
    return id;
  };
  const ownerId = await add('owner');
  const businessId = await addBusiness(tx, ownerId, { businessName: name, businessType: type, document });
  const actor = (userId: number, role: Role): Actor => ({
    sessionId: 0,
    userId,
    businessId,
    businessType: type,
    roles: [role],
    supplierMay: [],
    warehouseIds: null,
    stage: 'full',
    stationId: null,
    keyId: null,
    freshUntil: null,
    twoStepDue: null,
    locale: 'pt',
  });
  const owner = actor(ownerId, 'owner');
  const staff: Partial<Record<Role, Actor>> = { owner };
  for (const role of roles) {
    if (role === 'owner' || !company.people[role]) continue;
    const userId = await add(role);
    await setScope(tx, { userId: ownerId, businessId });
    await tx.db
      .insertInto('staff')
      .values({ business_id: businessId, user_id: userId, roles: [role], created_at: tx.now() })
      .execute();
    staff[role] = actor(userId, role);
  }
  const all = Object.fromEntries(roles.map((role) => [role, staff[role] ?? owner])) as Record<Role, Actor>;
  return { businessId, type, name, ...all };
}

/** Opens the door: from here on the demo is whole. */
export async function activateCast(app: App, cast: Cast): Promise<void> {
  await app.database.transact(null, async (tx) => {
    const people = Object.values(cast).flatMap((team) => roles.map((role) => team[role]));
    for (const actor of new Map(people.map((person) => [person.userId, person])).values()) {
      await setScope(tx, actor);
      await tx.db
        .updateTable('users')
        .set({ activated_at: tx.now() })
        .where('id', '=', actor.userId)
        .execute();
    }
  });
}
