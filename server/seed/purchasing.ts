import { addDays, addMinutes, dayOf } from '#contract/dates.ts';
import type { SupplyRequestState } from '#contract/supply/supply-request-states.ts';
import type { App } from '#server/app.ts';
import type { Tx } from '#server/db/transaction.ts';
import { updateProducts } from '#server/products/product-bulk.ts';
import { approveRequest, cancelRequest } from '#server/supply/request/approval.ts';
import { createRequest } from '#server/supply/request/supply-request.ts';
import { createSupplier } from '#server/supply/vendor/supplier.ts';
import { photographDamage } from './damage.ts';
import { keepTerms } from './papers.ts';
import type { Team } from './people.ts';
import { receive } from './receiving.ts';
import { play } from './stage.ts';

const vendors = [
  {
    name: 'Cerâmica Vale do Itajaí Ltda',
    fantasyName: 'Vale Cerâmica',
    document: '45723174000110',
    city: 'Blumenau',
    state: 'SC',
    zip: '89010000',
    street: 'Rua XV de Novembro',
    number: '1200',
    leadDays: 12,
    minimumOrderCentavos: 150_000,
    paymentTerms: '28 dias',
    contact: { name: 'Vera Schmitt', phone: '(47) 3322-1040', email: 'vendas@valeceramica.example' },
  },
  {
    name: 'Metalúrgica Pampa Indústria e Comércio S.A.',
    fantasyName: 'Pampa Utilidades',
    document: '92660604000182',
    city: 'Caxias do Sul',
    state: 'RS',
    zip: '95010000',
    street: 'Rua Sinimbu',
    number: '880',
    leadDays: 18,
    minimumOrderCentavos: 300_000,
    paymentTerms: '28/56 dias',
    contact: { name: 'Gilson Bassani', phone: '(54) 3218-7700', email: 'gilson@pampa.example' },
  },
  {
    name: 'Têxtil Ribeirão Comércio de Tecidos Ltda',
    fantasyName: 'Têxtil Ribeirão',
    document: '61186888000193',
    city: 'Americana',
    state: 'SP',
    zip: '13465000',
    street: 'Avenida Brasil',
    number: '2455',
    leadDays: 7,
    minimumOrderCentavos: 80_000,
    paymentTerms: 'à vista, 3 % de desconto',
    contact: { name: 'Denise Prado', phone: '(19) 3461-2211', email: 'denise@textilribeirao.example' },
  },
  {
    name: 'Importadora Porto Sul Ltda',
    fantasyName: 'Porto Sul',
    document: '33000167000101',
    city: 'Itajaí',
    state: 'SC',
    zip: '88301000',
    street: 'Rua Hercílio Luz',
    number: '55',
    leadDays: 35,
    minimumOrderCentavos: 900_000,
    paymentTerms: '30/60/90 dias',
    contact: { name: 'Marcos Yamada', phone: '(47) 3045-9090', email: 'pedidos@portosul.example' },
  },
] as const;

/** Whom a business of the demo buys from. */
export async function enterSuppliers(app: App, team: Team, at: Date): Promise<number[]> {
  const ids = await play(app, async ({ tx, as }) => {
    await as(team.owner, at);
    const ids: number[] = [];
    for (const { contact, ...fields } of vendors) {
      const contacts = { create: [{ ...contact, main: true }] };
      ids.push((await createSupplier(tx, team.owner, { ...fields, contacts })).id);
    }
    return ids;
  });
  const named = vendors.map(({ name, contact }, index) => ({
    id: ids[index] ?? 0,
    name,
    contact: contact.name,
  }));
  await keepTerms(app, team, named, at);
  return ids;
}

const day = 24 * 60;

type Wanted = {
  days: number;
  vendor: number;
  lines: number;
  at: SupplyRequestState;
  short?: boolean;
};

/** Purchases of a year with changing prices; the newest are half done at every step. */
const purchases: readonly Wanted[] = [
  ...Array.from({ length: 16 }, (_, n) => ({
    days: 350 - n * 20,
    vendor: n % 4,
    lines: 2,
    at: 'attended' as const,
    short: n === 8,
  })),
  { days: 33, vendor: 1, lines: 3, at: 'canceled' },
  { days: 21, vendor: 2, lines: 3, at: 'stock_up' },
  { days: 19, vendor: 0, lines: 3, at: 'tag_volumes', short: true },
  { days: 18, vendor: 3, lines: 3, at: 'register_volumes' },
  { days: 16, vendor: 1, lines: 4, at: 'check_volumes' },
  { days: 15, vendor: 2, lines: 4, at: 'in_transport' },
  { days: 6, vendor: 0, lines: 4, at: 'in_transport' },
  { days: 2, vendor: 0, lines: 6, at: 'pending' },
  { days: 1, vendor: 2, lines: 2, at: 'pending' },
];

/** Supply requests of the demo, made and decided by its people. */
export async function writeRequests(
  app: App,
  team: Team,
  suppliers: readonly number[],
  goods: readonly { variationId: number; warehouseId: number; cost: number }[],
  now: Date,
): Promise<void> {
  const [place] = goods;
  if (!place) return;
  const here = goods.filter((good) => good.warehouseId === place.warehouseId);
  const photos = await photographDamage(app, team);
  await play(app, async ({ tx, as }) => {
    await as(team.administrator, addMinutes(now, -352 * day));
    await askForLots(tx, team, here);
    for (const [index, { days, vendor, lines, at: end, short }] of purchases.entries()) {
      const at = addMinutes(now, -days * day);
      await as(team.supplier, at);
      const create = [...here, ...here]
        // Each vendor delivers the same goods over the year, at a price that moves.
        .slice(end === 'attended' ? (vendor * 2) % here.length : index % here.length)
        .slice(0, Math.min(lines, here.length))
        .map((good, n) => ({
          variationId: good.variationId,
          supplierSku: `F${100 + index * 7 + n}`,
          quantity: 12 + 12 * ((index + n) % 3),
          quantityPerVolume: 12,
          priceCentavos: Math.round((good.cost * (94 + ((index * 5 + n * 3) % 13))) / 100),
        }));
      const supplierId = suppliers[vendor % suppliers.length] ?? 0;
      const estimatedDelivery = addDays(dayOf(at), 14);
      const body = { supplierId, warehouseId: place.warehouseId, estimatedDelivery, lines: { create } };
      const { id } = await createRequest(tx, team.supplier, body);
      await as(team.administrator, addMinutes(at, 180));
      if (end === 'canceled') await cancelRequest(tx, team.administrator, id, 'Fornecedor sem estoque');
      if (end === 'canceled' || end === 'pending') continue;
      await approveRequest(tx, team.administrator, id);
      // One arrived late.
      await as(team.stockist, addMinutes(at, (index === 4 ? 19 : 13) * day));
      // The photos belong to the newest of those that came damaged.
      const damage = short && end === 'tag_volumes' ? photos : [];
      await receive(tx, team.stockist, { id, at: end, short, photos: damage, lotsFrom: dayOf(now) });
    }
  });
}

/** Goods that were bought early and goods of a receipt that is being put away are sold with an expiry. */
async function askForLots(tx: Tx, team: Team, goods: readonly { variationId: number }[]): Promise<void> {
  const rows = await tx.db
    .selectFrom('product_variations')
    .select('product_id')
    .where(
      'id',
      'in',
      [...goods.slice(4, 6), ...goods.slice(13, 14)].map((good) => good.variationId),
    )
    .execute();
  const ids = [...new Set(rows.map((row) => row.product_id))];
  await updateProducts(tx, team.administrator, { ids, change: { asksLots: true } });
}
