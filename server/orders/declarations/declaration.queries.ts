import { sql } from 'kysely';
import type { ContentDeclaration, DeclarationOfSale } from '#contract/orders/content-declaration.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { openDocument } from '#server/orders/sale/buyer-document.ts';
import { declarationPaper } from './declaration.ts';

const nowhere = { zip: '', state: '', city: '', neighborhood: '', street: '', number: '', complement: '' };

/** The current declaration of the parcel of the sale `o`. */
export const currentDeclaration = sql<DeclarationOfSale | null>`(
  select json_build_object('id', d.id, 'number', d.number, 'dceKey', d.dce_key) from content_declarations d
  where d.order_id = o.id and d.canceled_at is null)`;

/** For both sides of the sale; the sender's address is shown only to the business that packs it there. */
export async function readDeclaration(tx: Tx, actor: Actor, id: number): Promise<ContentDeclaration> {
  const row = await tx.db
    .selectFrom('content_declarations as d')
    .innerJoin('orders as o', 'o.id', 'd.order_id')
    .leftJoin('warehouses as w', 'w.id', 'o.warehouse_id')
    .selectAll('d')
    .select(['o.remote_order_id', 'o.buyer'])
    .select(['w.zip', 'w.state', 'w.city', 'w.neighborhood', 'w.street', 'w.number as street_number'])
    .select('w.complement')
    .where('d.id', '=', id)
    .where(withinWarehouses(actor, sql`o.warehouse_id`))
    .executeTakeFirst();
  if (!row) fail('not_found');
  const paper = declarationPaper.parse(row.paper);
  const { zip, state, city, neighborhood, street, street_number: number, complement } = row;
  const leaves = zip === null ? nowhere : { zip, state, city, neighborhood, street, number, complement };
  return {
    id: row.id,
    number: row.number,
    state: row.canceled_at ? 'canceled' : 'issued',
    orderId: row.order_id,
    remoteOrderId: row.remote_order_id,
    sender: { ...paper.sender, ...filled(leaves) },
    recipient: { ...paper.recipient, document: openDocument(tx.sealer, row.buyer) ?? '' },
    items: paper.items,
    totalCentavos: paper.items.reduce((sum, item) => sum + item.valueCentavos, 0),
    weightKg: paper.weightKg,
    dceKey: row.dce_key,
    issuedAt: row.issued_at.toISOString(),
    canceledAt: row.canceled_at?.toISOString() ?? null,
    cancelReason: row.cancel_reason,
  };
}

const filled = (address: { [key in keyof typeof nowhere]: string | null }) => ({
  zip: address.zip ?? '',
  state: address.state ?? '',
  city: address.city ?? '',
  neighborhood: address.neighborhood ?? '',
  street: address.street ?? '',
  number: address.number ?? '',
  complement: address.complement ?? '',
});
