import { addDays, addMinutes, dayOf } from '#contract/dates.ts';
import type { App } from '#server/app.ts';
import { approveRequest, cancelRequest } from '#server/supply/approval.ts';
import { createSupplier } from '#server/supply/supplier.ts';
import { createRequest } from '#server/supply/supply-request.ts';
import type { Team } from './people.ts';
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
    contact: { name: 'Marcos Yamada', phone: '(47) 3045-9090', email: 'pedidos@portosul.example' },
  },
] as const;

/** Whom a business of the demo buys from. */
export function enterSuppliers(app: App, team: Team, at: Date): Promise<number[]> {
  return play(app, async ({ tx, as }) => {
    await as(team.owner, at);
    const ids: number[] = [];
    for (const { contact, ...fields } of vendors) {
      const contacts = { create: [{ ...contact, main: true }] };
      ids.push((await createSupplier(tx, team.owner, { ...fields, contacts })).id);
    }
    return ids;
  });
}

type Wanted = { days: number; vendor: number; lines: number; end: 'pending' | 'approved' | 'canceled' };

/** Purchases of a year: what was paid for the same goods rises and falls, the newest are still open. */
const purchases: readonly Wanted[] = [
  ...Array.from({ length: 5 }, (_, n) => ({
    days: 26 - n * 5,
    vendor: n,
    lines: 4,
    end: 'approved' as const,
  })),
  { days: 9, vendor: 1, lines: 3, end: 'canceled' },
  { days: 2, vendor: 0, lines: 6, end: 'pending' },
  { days: 1, vendor: 2, lines: 2, end: 'pending' },
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
  await play(app, async ({ tx, as }) => {
    for (const [index, { days, vendor, lines, end }] of purchases.entries()) {
      const at = addMinutes(now, -days * 24 * 60);
      await as(team.supplier, at);
      const create = [...here, ...here]
        .slice(index % here.length)
        .slice(0, Math.min(lines, here.length))
        .map((good, n) => ({
          variationId: good.variationId,
          supplierSku: `F${100 + index * 7 + n}`,
          quantity: 24 + 12 * ((index + n) % 4),
          quantityPerVolume: 12,
          priceCentavos: Math.round((good.cost * (94 + ((index * 5 + n * 3) % 13))) / 100),
        }));
      const supplierId = suppliers[vendor % suppliers.length] ?? 0;
      const estimatedDelivery = addDays(dayOf(at), 14);
      const body = { supplierId, warehouseId: place.warehouseId, estimatedDelivery, lines: { create } };
      const { id } = await createRequest(tx, team.supplier, body);
      await as(team.administrator, addMinutes(at, 180));
      if (end === 'approved') await approveRequest(tx, team.administrator, id);
      if (end === 'canceled') await cancelRequest(tx, team.administrator, id, 'Fornecedor sem estoque');
    }
  });
}
