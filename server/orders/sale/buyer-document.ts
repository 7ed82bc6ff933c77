import { sql } from 'kysely';
import { businessDocument } from '#contract/primitives.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Sealer } from '#server/seal.ts';
import type { FactsColumns } from './facts.ts';
import type { OrderRow } from './order-row.ts';

/** The document in the buyer of a sale is encrypted with the key of the installation. */
export const sealedDocument = (sealer: Sealer, document: string) => ({
  sealedDocument: sealer.seal('buyer-document', document),
});

/** Equal for equal documents, so that sales are found by a document without decrypting any. */
export const documentDigest = (sealer: Sealer, document: string): string =>
  sealer.digest('buyer-document-digest', document);

/** Null if the document of the sale's buyer is not known. */
export function openDocument(sealer: Sealer, buyer: unknown): string | null {
  if (typeof buyer !== 'object' || buyer === null || !('sealedDocument' in buyer)) return null;
  return sealer.unseal('buyer-document', String(buyer.sealedDocument));
}

/** The reported document; nothing if none is reported, it is known already, or the buyer is erased. */
export function documentFacts(
  sealer: Sealer,
  order: Pick<OrderRow, 'buyer' | 'buyer_document_digest' | 'buyer_erased_at'>,
  document: string | null | undefined,
): Pick<FactsColumns, 'buyer' | 'buyer_document_digest'> {
  if (!document || order.buyer_erased_at !== null) return {};
  const digest = documentDigest(sealer, document);
  if (digest === order.buyer_document_digest) return {};
  const { buyer } = order;
  const known = typeof buyer === 'object' && !Array.isArray(buyer) ? buyer : {};
  return { buyer: { ...known, ...sealedDocument(sealer, document) }, buyer_document_digest: digest };
}

/** A buyer of more sales than this is found by the newest of them. */
const mostFound = 1000;

/** Own sales by a typed search text, if it is a CPF or CNPJ in any of its written forms. */
export async function findByDocuments(tx: Tx, words: readonly string[]): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for (const word of words) {
    const document = businessDocument.safeParse(word);
    if (!document.success) continue;
    const { rows } = await sql<{ id: number }>`select id from orders
      where business_id = app_business() and buyer_document_digest = ${documentDigest(tx.sealer, document.data)}
      order by id desc limit ${mostFound}`.execute(tx.db);
    found.set(
      word,
      rows.map(({ id }) => id),
    );
  }
  return found;
}
