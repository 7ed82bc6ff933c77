import { z } from 'zod';
import { formatZip } from '#contract/brazil.ts';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { fileFromMemory } from '#server/business/files/kept-file.ts';
import { insertFile, putFile } from '#server/business/files/stored-file.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import type { Actor } from '#server/http/session.ts';
import { withAccount } from '#server/marketplaces/account-access.ts';
import { loadAtBench, loadForFiles, lockAtBench } from '#server/orders/checkout/lock-at-bench.ts';
import { benchSale, findObstacle } from '#server/orders/checkout/obstacles.ts';
import { packedOf } from '#server/orders/checkout/packing.ts';
import { hasOwnLabel, writeFacts } from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { refreshSale, sellerAccount } from '#server/orders/sync/upstream.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import type { MarketplaceLabel } from '#server/outside/marketplaces/sales-port.ts';
import { drawLabel, type Label, type OwnLabel } from './label.ts';
import { labelName } from './label-file.ts';
import { codeOfRefusal } from './label-refusal.ts';

export type LabelCall = Pick<
  RemoteCall<EndpointDefinition>,
  'outside' | 'env' | 'clock' | 'transact' | 'read'
>;

/** The sale whose label may be printed now according to its marketplace, or the reason why not. */
export async function readPrintable(
  call: LabelCall,
  actor: Actor,
  id: number,
  reason: string | null,
): Promise<OrderRow> {
  await call.transact(async (tx) => {
    const sale = await loadForFiles(tx, actor, id);
    const refusal = await findLabelRefusal(tx, actor, sale, reason);
    if (refusal) throw refusal;
  });
  const order = await refreshSale(call, actor, id);
  const missing = missingForLabel(order);
  if (missing) fail(missing);
  return order;
}

/** Why a sale has no label without asking its marketplace; null: the marketplace decides. */
export async function findLabelRefusal(
  tx: Tx,
  actor: Actor,
  sale: OrderRow,
  reason: string | null,
): Promise<Fault | null> {
  if (sale.marketplace_fulfilled && !sale.canceled_at) return new Fault('fulfilled_by_marketplace');
  const obstacle = await findObstacle(tx, actor, benchSale(tx, sale), 'printLabel');
  if (obstacle) return obstacle;
  if (sale.label_printed_at && reason === '')
    return new Fault('reason_required', { fields: { reason: 'required' } });
  return null;
}

/** What the marketplace has still to accept or release, according to the facts of the sale. */
export function missingForLabel(sale: OrderRow): ErrorCode | null {
  if (sale.document !== 'accepted' && sale.document !== 'not_required') return 'invoice_required';
  return sale.label_ready ? null : 'label_not_ready';
}

/**
 * Prints a label for the first time, or again with a reason: fetches it, and returns what records the printing. Null:
 * it is only downloaded. The marketplace is asked first whether the sale is still valid.
 */
export async function fetchLabel(
  call: LabelCall,
  actor: Actor,
  id: number,
  reason: string | null,
): Promise<(tx: Tx) => Promise<void>> {
  await call.transact((tx) => loadAtBench(tx, actor, id));
  const order = await readPrintable(call, actor, id, reason);
  const label = hasOwnLabel(order) ? await ownLabel(call, order) : await remoteLabel(call, order);
  const name = labelName(order);
  const put = (ending: string, bytes: Buffer, contentType: string) =>
    putFile(
      call.transact,
      call.outside.storage,
      actor.businessId,
      fileFromMemory(`${name}.${ending}`, bytes, contentType),
    );
  const pdf = label.pdf && (await put('pdf', label.pdf, 'application/pdf'));
  const zpl = label.zpl && (await put('zpl', label.zpl, 'text/plain'));
  return async (tx) => {
    const { order: locked } = await lockAtBench(tx, actor, id, 'printLabel');
    const facts = {
      label_file_id: pdf && (await insertFile(tx, actor.businessId, pdf)),
      label_zpl_file_id: zpl && (await insertFile(tx, actor.businessId, zpl)),
      ...(reason !== null && { label_printed_at: tx.now() }),
    };
    const printed = locked.label_printed_at ? 'label-reprinted' : 'label-printed';
    await writeFacts(tx, locked, facts, {
      actor: 'fulfiller',
      userId: actor.userId,
      kind: reason === null ? 'label-fetched' : printed,
      detail: reason ? { reason } : {},
    });
  };
}

type Formats = { pdf: Buffer | null; zpl: Buffer | null };

/** A marketplace may offer only one of the formats, or state why there is none now. */
async function remoteLabel(call: LabelCall, order: OrderRow): Promise<Formats> {
  const label = await askForLabel(call, order);
  if (label.kind === 'refused') fail(codeOfRefusal(label.reason), { facts: { reason: label.reason } });
  return label;
}

async function askForLabel(call: LabelCall, order: OrderRow): Promise<MarketplaceLabel> {
  try {
    return await withAccount(sellerAccount(call, order), order.account_id ?? 0, (session) =>
      session.marketplace.parcels.label
        ? session.marketplace.parcels.label(session, order.shipment_id ?? '')
        : fail('label_refused'),
    );
  } catch (error) {
    if (error instanceof RemoteFailure || isMarketplaceError(error))
      fail('marketplace_unavailable', { cause: error });
    throw error;
  }
}

/** The form in which a manual sale stores its buyer. */
const buyerAddress = z.object({
  street: z.string().default(''),
  number: z.string().default(''),
  complement: z.string().default(''),
  neighborhood: z.string().default(''),
  city: z.string().default(''),
  state: z.string().default(''),
  zip: z.string().default(''),
});

export const ownLabel = (call: LabelCall, order: OrderRow): Promise<Label> => drawOwn(call, order, null);

/** Our label for the parcel of a sale, with a notice across its top if no carrier takes it. */
export async function drawOwn(call: LabelCall, order: OrderRow, notice: OwnLabel['notice']): Promise<Label> {
  const { seller, sender, lines } = await call.transact(async (tx) => ({
    seller: await nameOf(tx, order.business_id),
    sender: await findSender(tx, order.warehouse_id),
    lines: (await packedOf(tx, order)).lines,
  }));
  return drawLabel({
    orderId: order.id,
    notice,
    buyerName: order.buyer_name,
    address: notice ? [] : addressLines(buyerAddress.parse(order.buyer)),
    seller,
    warehouse: sender?.name ?? '',
    senderAddress: sender ? addressLines(sender) : [],
    items: lines.map((line) => ({ sku: line.product, quantity: line.quantity })),
  });
}

function addressLines(to: z.output<typeof buyerAddress>): string[] {
  return [
    [to.street, to.number, to.complement].filter(Boolean).join(', '),
    to.neighborhood,
    [to.city, to.state].filter(Boolean).join(' - '),
    formatZip(to.zip),
  ].filter(Boolean);
}

async function nameOf(tx: Tx, businessId: number): Promise<string> {
  const row = await tx.db
    .selectFrom('businesses')
    .select('name')
    .where('id', '=', businessId)
    .executeTakeFirst();
  return row?.name ?? '';
}

async function findSender(tx: Tx, warehouseId: number | null) {
  return tx.db
    .selectFrom('warehouses')
    .select(['name', 'street', 'number', 'complement', 'neighborhood', 'city', 'state', 'zip'])
    .where('id', '=', warehouseId ?? 0)
    .executeTakeFirst();
}
