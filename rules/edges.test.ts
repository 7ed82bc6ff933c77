import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { inlineJsonSchema } from './json-schema.ts';

/**
 * What one business may read of another, field by field: the catalogue that sellers read of suppliers, the sales that
 * suppliers read of sellers, the invoices and links both read. No cost of the supplier, no price or margin of the seller,
 * no other seller. A field more is a decision, and stands here as well. Why a quantity is what it is has the terms of the
 * reader's own shelf only, his own sales, and of the catalogue where he himself has it published.
 */
const crossing: Record<
  'dropshipping' | 'checkout' | 'refusedSales' | 'dropinvoices' | 'pairBalances' | 'statements' | 'companies',
  string
> = {
  dropshipping: `attributes available brand category createdAt depth description example gtin height id image.id images.id
    images.name model name offers.available offers.brand offers.category offers.createdAt offers.gtin offers.id offers.image.id
    offers.name offers.own offers.price offers.product.id offers.product.name offers.sku offers.supplier.id
    offers.supplier.name offers.variation offers.warehouseId offers.weight own price product.id product.name siblings.available siblings.id siblings.name siblings.price
    sku supplier.id supplier.name unit variation warehouseId weight width
    asVariations parts.active parts.cap parts.held parts.isScarcest parts.makes parts.offer.id parts.offer.name
    parts.perUnit parts.sales.id parts.sales.kind parts.sales.quantity parts.sales.status parts.salesUnits
    parts.sellable parts.sku parts.supplier.id parts.supplier.name parts.terms.buffer parts.terms.hold
    parts.terms.onHand parts.terms.reserved parts.terms.soft parts.terms.stockId
    places.account.id places.account.name places.id places.name places.pushedAt places.pushedQuantity
    places.syncError.act places.syncError.at places.syncError.attempt places.syncError.causes.attributes
    places.syncError.causes.code places.syncError.causes.field places.syncError.causes.message
    places.syncError.causes.variation places.syncError.causes.warning places.syncError.code places.syncError.kind
    places.syncError.maxAttempts places.syncError.message places.syncError.retryAt published.account.id
    published.account.name published.active published.fulfilledByMarketplace published.guard published.pushedAt
    published.pushedQuantity published.quantityCap published.syncError.act published.syncError.at
    published.syncError.attempt published.syncError.causes.attributes published.syncError.causes.code
    published.syncError.causes.field published.syncError.causes.message published.syncError.causes.variation
    published.syncError.causes.warning published.syncError.code published.syncError.kind
    published.syncError.maxAttempts published.syncError.message published.syncError.retryAt quantity`,
  checkout: `approvalReason beepedCount buyerName canUndo canceledAt createdAt done failed.code failed.id failures finished
    finishedAt hasFile kind state succeeded canceledReason declaration.dceKey declaration.id declaration.number dispatchLimit document documentError emptied.code emptied.id
    events.actor events.at events.author events.detail events.kind events.statusTo hasInvoice id items labelAvailableAt
    labelFormats labelPrintedAt labelReady late leftUnpacked logisticType marketplace marketplaceReportsShipping packId packedAt packmates parts.beeped parts.gtin parts.id
    parts.imageId parts.places.position parts.places.quantity parts.places.volume parts.product parts.quantity parts.sku
    parts.unitCostCentavos pickingBy.id pickingBy.name pile.carrier.logisticType pile.carrier.marketplace pile.dispatchLimit
    pile.manifest.id pile.manifest.openedAt pile.scanned pile.unlabelled pile.waiting pile.warehouse.id pile.warehouse.name
    piles.carrier.logisticType piles.carrier.marketplace piles.dispatchLimit piles.manifest.id piles.manifest.openedAt
    piles.scanned piles.unlabelled piles.waiting piles.warehouse.id piles.warehouse.name
    change.at change.lines.after change.lines.before change.lines.kind change.lines.sku change.lines.title
    change.lines.variation change.lines.was change.putBack.places.position change.putBack.places.quantity
    change.putBack.places.volume change.putBack.quantity change.putBack.sku change.putBack.variation.id
    change.putBack.variation.name changed parcelLabelAt undoes unlabelled waitsForLabel purchasedAt putBack refusedReason remoteOrderId resetRefusal.until resetRefusal.why sales.id sales.name seller.id seller.name sentAt
    status statuses.count statuses.status trackingCode unitCount warehouse.id warehouse.name warehouses.id
    warehouses.late warehouses.name warehouses.nextLimit warehouses.pending warehouses.picking`,
  refusedSales: `author cause id items movedAt reason refusedAt sale seller.id seller.name state unitCount warehouse.id
    warehouse.name`,
  dropinvoices: `advertisement at bank.account bank.agency bank.bank bank.city bank.holder bank.pixKey closedAt
    completeCentavos completedAt day days.day days.productQuantity days.totalCentavos disputable disputeCount disputes.endedAt disputes.id disputes.itemId disputes.openedAt disputes.photoIds disputes.product
    disputes.quantity disputes.reason disputes.refusal disputes.state disputes.totalCentavos done dueOn failed.code failed.id hasDocument id kind note
    invoices.closedAt invoices.day invoices.disputeCount invoices.dueOn
    invoices.id invoices.number invoices.overdue invoices.paidCentavos invoices.productQuantity invoices.proofFileId invoices.rejectedReason
    invoices.seller.id invoices.seller.name invoices.state invoices.supplier.id invoices.supplier.name
    balanceCentavos disputedCentavos dueCentavos payableCentavos receivedCentavos waitingCentavos
    invoices.disputedCentavos invoices.dueCentavos invoices.payableCentavos invoices.receivedCentavos
    settlements.amountCentavos settlements.at settlements.bankReference settlements.by settlements.kind
    settlements.paidOn settlements.reason settlements.source
    invoices.totalCentavos invoices.version number openCentavos order overdue overdueCentavos paidCentavos paidOn paidWith.id paidWith.number
    paidWith.totalCentavos pixCode product productQuantity proofFileId proofs.at
    proofs.id proofs.note proofs.paidCentavos proofs.paidOn proofs.rejectedAt proofs.rejectedReason quantity reason
    receivableCentavos rejectedReason seller.id seller.name state supplier.id supplier.name totalCentavos
    txid unitPriceCentavos version`,
  pairBalances: `amountCentavos at balanceCentavos id invoice.id invoice.number kind lastEntryAt order
    payouts.amountCentavos payouts.decidedAt payouts.id payouts.note payouts.paidOn payouts.reason payouts.sentAt
    payouts.state product quantity reason seller.id seller.name sentCentavos supplier.id supplier.name`,
  statements: `balanceCentavos from invoicesCentavos months.balanceCentavos months.invoicesCentavos to closingCentavos entries.balanceCentavos entries.day entries.invoice.id entries.invoice.number entries.kind
    entries.totalCentavos id invoiceCount month months.closingCentavos months.invoiceCount months.month
    months.openingCentavos months.paidCentavos months.postedCentavos openingCentavos paidCentavos postedCentavos
    seller.id seller.name sums.kind sums.totalCentavos supplier.id supplier.name`,
  companies: `acceptMode business.id business.name business.type city createdAt creditLimit done dueDays failed.code
    failed.id id name overdueDays side state version`,
};

type Node = {
  type?: string;
  properties?: Record<string, Node>;
  anyOf?: Node[];
  allOf?: Node[];
  items?: Node;
};

function leaves(node: Node, at = ''): string[] {
  if (node.type === 'null') return [];
  const named = Object.entries(node.properties ?? {});
  const branches = [...(node.anyOf ?? []), ...(node.allOf ?? []), ...(node.items ? [node.items] : [])];
  const below = [
    ...named.flatMap(([key, inner]) => leaves(inner, at === '' ? key : `${at}.${key}`)),
    ...branches.flatMap((inner) => leaves(inner, at)),
  ];
  return below.length > 0 || at === '' ? below : [at];
}

/** The page around a list is not of the other business. */
const framing = new Set(['asOf', 'page', 'pages', 'total', 'totalCapped', 'next']);

test.each(Object.keys(crossing) as (keyof typeof crossing)[])('%s crosses in these fields only', (entity) => {
  const found = Object.values(api[entity]).flatMap((endpoint) => {
    if (!('response' in endpoint)) return [];
    return leaves(inlineJsonSchema<Node>(endpoint.response, 'output'));
  });
  const fields = found.map((field) => field.replace(/^items\./, '')).filter((field) => !framing.has(field));
  expect([...new Set(fields)].toSorted()).toEqual(crossing[entity].split(/\s+/).toSorted());
});
