import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { ImportKind } from '#contract/business/import/kinds.ts';
import { api } from '#contract/index.ts';
import type { App } from '#server/app.ts';
import type { Environment } from '#server/env.ts';
import { openDesk } from './market.ts';
import type { Team } from './people.ts';

const vendors = `Razão social;CNPJ;Cidade;UF;Prazo de entrega;Contato;Telefone
Vidraria Serra Azul Ltda;27865757000102;Caxias do Sul;RS;15;Nair Dal Pozzo;54 3223-8090
Tecidos Rio Doce S.A.;60872504000123;Governador Valadares;MG;10;Hugo Prates;33 3271-5566
Embalagens Boa Vista ME;02916265000160;Campinas;SP;4;Lia Sato;19 3255-1212`;

const products = `Produto;SKU;GTIN;Cor;Custo;Marca
Garrafa Térmica 1 L;IMP-GAR-AZ;;Azul;38,90;Serena
Garrafa Térmica 1 L;IMP-GAR-PR;;Preto;38,90;Serena
Pote de Vidro 500 ml;IMP-POT-5;7,89123E+12;;12,50;Serena
Escorredor de Louça;IMP-ESC-1;;Inox;sessenta;Serena
Tábua de Corte;IMP-TAB-1;;Bambu;24,00;Serena
Tábua de Corte;IMP-TAB-1;;Bambu;24,00;Serena`;

const patienceMs = 20_000;

/** Waits for the worker, in this process or in another; a demo without its imports is better than none. */
async function reaches(app: App, team: Team, id: number, wanted: string): Promise<boolean> {
  const started = performance.now();
  while (performance.now() - started < patienceMs) {
    await app.drain();
    const row = await app.database.transact({ businessId: team.businessId }, (tx) =>
      tx.db.selectFrom('imports').select('state').where('id', '=', id).executeTakeFirst(),
    );
    if (row?.state === wanted) return true;
    await delay(50);
  }
  return false;
}

/** A list of vendors that was imported, and one of products that waits for somebody to mend its wrong rows. */
export async function importSheets(app: App, env: Environment, team: Team): Promise<void> {
  const desk = await openDesk(app, env, team);
  const check = async (kind: ImportKind, name: string, text: string) => {
    const form = new FormData();
    form.append('data', JSON.stringify({ kind }));
    form.append('file0', new File([text], name, { type: 'text/csv' }));
    const { id } = z.object({ id: z.number() }).parse(await desk.sendFiles(api.imports.create, form));
    await desk.send(api.imports.check, {}, id);
    return (await reaches(app, team, id, 'checked')) ? id : null;
  };
  const id = await check('vendors', 'fornecedores-do-erp.csv', vendors);
  if (id === null) return;
  await desk.send(api.imports.apply, {}, id);
  await reaches(app, team, id, 'applied');
  await check('products', 'catalogo-de-inverno.csv', products);
}
