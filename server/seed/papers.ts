import { tmpdir } from 'node:os';
import { addMinutes, dayOf, formatDay } from '#contract/dates.ts';
import type { App } from '#server/app.ts';
import { putFile, readDocument, type StoredFile } from '#server/business/files/stored-file.ts';
import type { Tx } from '#server/db/transaction.ts';
import { saveUpload, withTemporaryFolder } from '#server/http/uploads.ts';
import { addDocument } from '#server/supply/vendor/supplier-documents.ts';
import type { Team } from './people.ts';
import { drawPaper } from './pictures.ts';
import { play } from './stage.ts';

/** A drawn paper, put where files live as if a person had uploaded it. */
export async function keepPaper(
  app: App,
  businessId: number,
  name: string,
  title: string,
  lines: readonly string[],
): Promise<StoredFile> {
  const bytes = await drawPaper(title, lines);
  const transact = <T>(work: (tx: Tx) => Promise<T>) => app.database.transact({ businessId }, work);
  return withTemporaryFolder(tmpdir(), async (folder) => {
    const upload = await saveUpload(folder, name, bytes);
    return putFile(transact, app.outside.storage, businessId, await readDocument(upload));
  });
}

type Vendor = { id: number; name: string; contact: string };

/** Documents of a vendor besides NF-e: yearly terms. */
export async function keepTerms(
  app: App,
  team: Team,
  vendors: readonly Vendor[],
  since: Date,
): Promise<void> {
  for (const [index, { id, name, contact }] of vendors.entries()) {
    const at = addMinutes(since, (index + 2) * 24 * 60);
    const file = await keepPaper(app, team.businessId, 'condições comerciais.png', 'Condições comerciais', [
      name,
      `Contato: ${contact}`,
      `Pagamento: 28 dias, frete ${index % 2 === 0 ? 'incluso' : 'por conta do comprador'}`,
      `Desconto: ${2 + index} % acima de R$ 5.000,00`,
      `Válido a partir de ${formatDay(dayOf(at))}`,
    ]);
    await play(app, async ({ tx, as }) => {
      await as(team.administrator, at);
      await addDocument(tx, team.administrator, id, file);
    });
  }
}
