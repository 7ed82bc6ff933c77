import type { App } from '#server/app.ts';
import { createSupplier } from '#server/supply/supplier.ts';
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
