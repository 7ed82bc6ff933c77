import type { EndpointDefinition } from '#contract/endpoint.ts';
import { api, endpointsByEntity } from '#contract/index.ts';
import {
  type BusinessType,
  businessTypes,
  can,
  type Permission,
  permissionTable,
  type Role,
  roles,
} from '#contract/permissions.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeKey } from '#server/business/test/key-factory.ts';
import { bank, makeTrade } from '#server/dropshipping/test/factory.ts';
import { makeOffer, makeShelf, makeVolume } from '#server/inventory/test/factory.ts';
import { makeClaim, makeReview, makeThread } from '#server/marketplaces/test/chat-factory.ts';
import { connectSeller } from '#server/marketplaces/test/factory.ts';
import { makeQuestion } from '#server/marketplaces/test/question-factory.ts';
import { bringBack, makeBenchSale, packSale } from '#server/orders/test/factory.ts';
import { beginList, listScan } from '#server/orders/test/picking-factory.ts';
import { makeImages, makeProduct } from '#server/products/test/factory.ts';
import { makeRequest, orderGoods } from '#server/supply/test/factory.ts';
import { type Person, RefusedCall, requestOf, type TestApp, testApp } from '#server/test/app.ts';
import { startSandboxProcess } from '#server/test/sandbox.ts';
import type { Grammar } from './arbitrary.ts';
import { Dictionary } from './dictionary.ts';
import {
  addCarts,
  addPickFace,
  addWaves,
  bringBackAll,
  countVolumes,
  enrolStations,
  returnToVendors,
} from './floor-world.ts';

export type Named = { name: string; endpoint: EndpointDefinition };

/** The whole API by name; every declared endpoint is fuzzed. */
export const endpoints: readonly Named[] = Object.entries(endpointsByEntity).flatMap(([entity, acts]) =>
  Object.entries(acts).map(([act, endpoint]) => ({ name: `${entity}.${act}`, endpoint })),
);

/** The entity to which the id in a path belongs: `/volumes/:id/move` → `volumes`. */
export function entityOf(path: string, parameter = 'id'): string {
  const steps = path.split('/').filter(Boolean);
  const before = steps.slice(0, steps.includes(`:${parameter}`) ? steps.indexOf(`:${parameter}`) : undefined);
  return before.findLast((step) => !step.startsWith(':') && step !== 'export') ?? '';
}

export type Asker = { label: string; type: BusinessType; roles: Role[]; token: string };

/** By name of the endpoint, the newest last. */
export type Granted = Map<string, { params: Record<string, string>; body: unknown }[]>;

export type World = {
  app: TestApp;
  /** Callers with the permission come first; `roll` 0–99 decides how different the caller is. */
  askerFor(endpoint: EndpointDefinition, roll: number): Asker | null;
  /** New goods, sales and connections in the place of those that were used up. */
  replenish(): Promise<void>;
  /** A new session for someone whose session ended. */
  renew(asker: Asker): Promise<void>;
  /** Ids that one side of the trade has seen. */
  own: Record<BusinessType, Dictionary>;
  /** Accepted requests of the makers above: their fields fit each other, which no schema says. */
  granted: Granted;
  foreign: Dictionary;
  grammar(name: string): Grammar;
  businesses: readonly Person[];
  /** Two businesses that trade with none of the others: nothing may change in them. */
  bystanders: readonly Person[];
};

/** A supplier and a seller with running sales, and two businesses unrelated to them. */
export async function makeWorld(): Promise<World> {
  const sandbox = await startSandboxProcess();
  const app = await testApp({
    ...sandbox.variables,
    VIA_CEP_URL: sandbox.url,
    BRASIL_API_URL: sandbox.url,
    LOG_LEVEL: process.env.FUZZ_LOG ?? 'silent',
  });
  const { granted, record } = recordGranted(app);
  record(true);
  const trade = await makeTrade(app);
  const { supplier, seller } = trade;
  const strangers = [await app.join('supply'), await app.join('sales')];
  await trade.enterBank();
  await trade.closedInvoice();
  await stockShelves(app, supplier);
  await sell(app, supplier, seller, trade.packer);
  for (const stranger of strangers) {
    await stockShelves(app, stranger);
    await bringBack(app, stranger, 1);
  }
  const [other = supplier] = strangers;
  await other.call(api.bankAccount.update, { body: bank });

  record(false);
  const own = { supply: new Dictionary(), sales: new Dictionary() };
  const foreign = new Dictionary();
  await readAll(app, supplier, own.supply);
  await readAll(app, seller, own.sales);
  for (const person of strangers) await readAll(app, person, foreign);
  const grammars = await learnGrammars(app, [supplier, seller]);
  const askers = await hireAll(app, [supplier, seller]);

  const renew = async (asker: Asker) => {
    const { businessId } = asker.type === 'supply' ? supplier : seller;
    asker.token = (await app.hire(businessId, asker.roles)).token;
  };

  return {
    app,
    own,
    granted,
    foreign,
    businesses: [supplier, seller],
    bystanders: strangers,
    grammar: (name) => grammars.get(name) ?? { fields: [], sorts: [] },
    askerFor: (endpoint, roll) => choose(askers, own, endpoint, roll),
    renew,
    // People of these names may have been dismissed meanwhile; the businesses hire.
    async replenish() {
      const owner = await app.hire(supplier.businessId, ['owner']);
      const packer = await app.hire(supplier.businessId, ['packer']);
      const buyer = await app.hire(seller.businessId, ['owner']);
      record(true);
      // A name may already exist, and the two may have terms that allow no sale.
      for (const work of [() => stockShelves(app, owner), () => sell(app, owner, buyer, packer)])
        await work().catch((error: unknown) => {
          if (!(error instanceof RefusedCall)) throw error;
        });
      record(false);
      await readAll(app, owner, own.supply);
      await readAll(app, buyer, own.sales);
      for (const asker of askers) await renew(asker);
    },
  };
}

const keptGranted = 12;

/** Records requests of the makers while it is switched on. */
function recordGranted(app: TestApp) {
  const granted: Granted = new Map();
  const patterns = endpoints.map(({ name, endpoint }) => ({
    name,
    method: endpoint.method,
    path: new RegExp(`^/api${endpoint.path.replace(/:(\\w+)/g, '(?<$1>[^/?]+)')}(?:\\?|$)`),
  }));
  let recording = false;
  app.http.addHook('onResponse', async (request, reply) => {
    if (!recording || reply.statusCode >= 300 || !request.body) return;
    const found = patterns.find(({ method, path }) => method === request.method && path.test(request.url));
    if (!found) return;
    const list = granted.get(found.name) ?? [];
    list.push({ params: { ...found.path.exec(request.url)?.groups }, body: structuredClone(request.body) });
    if (list.length > keptGranted) list.shift();
    granted.set(found.name, list);
  });
  return {
    granted,
    record: (on: boolean) => {
      recording = on;
    },
  };
}

async function stockShelves(app: TestApp, owner: Person): Promise<void> {
  const [image] = await makeImages(owner, 2);
  const category = await owner.call(api.categories.create, { body: { description: 'Cozinha' } });
  await owner.call(api.categories.create, { body: { description: 'Canecas', father: category.id } });
  const tag = await owner.call(api.productsTags.create, { body: { name: 'Frágil', colour: 'red' } });
  await owner.call(api.productsTags.create, { body: { name: 'Natal' } });
  await owner.call(api.savedViews.create, { body: { list: 'products', name: 'Natal', query: 'natal' } });
  await owner.call(api.imports.create, {
    body: { kind: 'products' },
    files: [{ name: 'produtos.csv', bytes: Buffer.from('SKU;Produto\nFUZZ-1;Caneca') }],
  });
  await makeProduct(owner, {
    category: category.id,
    images: { add: image ? [image.id] : [] },
    tags: { add: [tag.id] },
  });
  const shelf = await makeShelf(app, owner, 500);
  await makeVolume(owner, shelf, [{ variationId: shelf.variationId, quantity: 40 }]);
  await owner.call(api.volumes.create, {
    body: {
      warehouseId: shelf.warehouseId,
      reason: 'opening stock',
      lines: [{ variationId: shelf.variationId, quantity: 3 }],
    },
  });
  await countVolumes(app, owner);
  await enrolStations(app, owner, shelf.warehouseId);
  await addCarts(owner, shelf.warehouseId);
  await addPickFace(owner, shelf);
  await addWaves(owner, shelf.warehouseId);
  await returnToVendors(owner, shelf.warehouseId);
  const line = { variationId: shelf.variationId, quantity: 20 };
  const { supplier } = await makeRequest(owner, shelf.warehouseId, [line]);
  await makeRequest(owner, shelf.warehouseId, [line], supplier.id);
  const { printKey, lines } = await orderGoods(owner, shelf.warehouseId, [line]);
  await owner.call(api.printableRequests.answer, {
    params: { uuid: printKey ?? '' },
    body: { name: 'Vera', lines: [{ lineId: lines[0]?.id ?? 0, quantity: 10 }] },
  });
  await makeKey(owner, 'packer');
  const { id } = await owner.call(api.webhooks.create, {
    body: { url: 'https://receiver.example.com/easy', topics: ['invoices'] },
  });
  await owner.call(api.webhooks.ping, { params: { id } });
  // There is no receiver.
  await owner.call(api.webhooks.update, { params: { id }, body: { active: false } });
  await owner.call(api.staff.create, {
    body: { email: `novato${category.id}@example.com`, roles: ['packer'] },
  });
}

async function sell(app: TestApp, supplier: Person, seller: Person, packer: Person): Promise<void> {
  const account = await connectSeller(seller);
  const shelf = await makeShelf(app, supplier, 5000);
  const offer = await makeOffer(supplier, shelf);
  const advertisement = await makeAdvertisement(seller, [offer]);
  await publish(seller, advertisement, account.id, offer);
  await seller.call(api.marketplaceAccounts.updateFloor, {
    params: { id: account.id },
    body: { floor: { basisPoints: 9000, action: 'warn' } },
  });
  for (const quantity of [1, 2])
    await seller.call(api.virtualProducts.create, {
      body: { name: `Kit de ${quantity}`, components: [{ offer: offer.id, quantity }] },
    });
  for (const status of ['unanswered', 'unanswered', 'under_review'] as const)
    await makeQuestion(app, seller, account.id, { status });
  await makeThread(app, seller, account.id);
  await makeClaim(app, seller, account.id);
  await makeReview(app, seller, account.id);
  await seller.call(api.answerTemplates.create, {
    body: { name: `Prazo ${shelf.variationId}`, text: 'Enviamos {produto} hoje.' },
  });
  for (const paid of [true, false, true]) {
    const sale = await seller.call(api.orders.create, {
      body: {
        buyerName: 'Carla',
        paid,
        lines: [{ advertisementId: advertisement.id, quantity: 1, unitPriceCentavos: 8990 }],
      },
    });
    await seller.call(api.contentDeclarations.create, { body: { orderId: sale.id } });
  }
  for (const code of ['AA000000000AA', ''])
    await supplier.call(api.carriers.create, {
      body: {
        ...{ name: `Entrega ${shelf.variationId}`, service: code, codeFormat: code },
        ...{ trackingLink: 'https://rastreio.example.com/{codigo}', cutoffs: Array(7).fill('17:00') },
      },
    });
  const bench = await makeShelf(app, supplier, 50);
  await makeBenchSale(app, { supplier, seller, shelf: bench }, 2);
  const packed = await makeShelf(app, supplier, 50);
  const id = await makeBenchSale(app, { supplier, seller, shelf: packed }, 1);
  await packSale(packer, id, packed.sku, 1);
  await bringBackAll(app, supplier);
  const walked = await makeShelf(app, supplier, 50);
  const list = await beginList(packer, [await makeBenchSale(app, { supplier, seller, shelf: walked }, 3)]);
  const { code } = await supplier.call(api.carts.create, {
    body: { warehouseId: walked.warehouseId, name: 'Roxo', places: 4 },
  });
  await packer.call(api.picking.takeCart, { params: { id: list.id }, body: { code } });
  await packer.call(api.picking.beep, listScan(list.id, walked.sku, walked.code));
}

/** Everything that a business can read without an id, then some of the records with the ids found. */
async function readAll(app: TestApp, person: Person, dictionary: Dictionary): Promise<void> {
  for (const round of ['lists', 'details'])
    for (const { endpoint } of endpoints) {
      const { method, path, binary } = endpoint;
      if (method !== 'GET' || binary || path.includes(':') === (round === 'lists')) continue;
      const params = Object.fromEntries(
        [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
          const field = name === 'id' ? entityOf(path) : name;
          return [name, dictionary.find({ from: 'own', field, place: 0, as: 'text' }) ?? 1];
        }),
      );
      const answer = await app.http.inject(requestOf(endpoint, { params }, person.token));
      if (answer.statusCode < 300 && answer.body) dictionary.learn(answer.json(), entityOf(path));
    }
}

/** A wrong field is refused with the list of the right ones. */
async function learnGrammars(app: TestApp, people: readonly Person[]): Promise<Map<string, Grammar>> {
  const grammars = new Map<string, Grammar>();
  for (const { name, endpoint } of endpoints) {
    if (!endpoint.query || !Object.hasOwn(endpoint.query.shape, 'query')) continue;
    const allowed = async (query: Record<string, string>): Promise<string[]> => {
      for (const person of people) {
        const answer = await app.http.inject(requestOf(endpoint, { params: { id: 1 }, query }, person.token));
        if (answer.statusCode === 422)
          return answer.json<{ facts?: { allowed?: string[] } }>().facts?.allowed ?? [];
      }
      return [];
    };
    grammars.set(name, {
      fields: await allowed({ query: 'nosuch:1' }),
      sorts: await allowed({ sort: 'nosuch' }),
    });
  }
  return grammars;
}

async function hireAll(app: TestApp, owners: readonly Person[]): Promise<Asker[]> {
  const askers: Asker[] = [];
  for (const [index, { businessId }] of owners.entries()) {
    const type = businessTypes[index === 0 ? 1 : 0];
    for (const role of [...roles, 'owner', 'owner'] as Role[]) {
      const { token } = await app.hire(businessId, [role]);
      askers.push({ label: `${role} of ${type}`, type, roles: [role], token });
    }
  }
  return askers;
}

function choose(
  askers: readonly Asker[],
  own: Record<BusinessType, Dictionary>,
  endpoint: EndpointDefinition,
  roll: number,
): Asker | null {
  if (roll >= 97) return null;
  const { permission } = endpoint;
  const may = ({ type, roles: held }: Asker) =>
    !Object.hasOwn(permissionTable, permission) ||
    can({ roles: held, businessType: type }, permission as Permission);
  const suited = roll < 93 ? askers.filter(may) : askers.filter((asker) => !may(asker));
  const owners = suited.filter((asker) => asker.roles.includes('owner'));
  // Prefers a caller who has such a record.
  const entity = endpoint.path.includes(':id') ? entityOf(endpoint.path) : '';
  const having = entity ? owners.filter((asker) => own[asker.type].has(entity)) : owners;
  const list = [roll < 70 ? having : [], roll < 78 ? owners : [], suited, askers].find(
    (some) => some.length > 0,
  );
  if (!list) return null;
  return list[roll % list.length] ?? null;
}
