/**
 * What belongs to a warehouse, by the segment of its path: its ids with their warehouses. A segment or field that leads
 * to a record of the whole business or of a person says so instead.
 */
export const scopes = {
  volumes: 'select id, warehouse_id from volumes',
  'volumes-tags': 'select id, warehouse_id from volumes',
  'volume-lines': 'select l.id, v.warehouse_id from volume_lines l join volumes v on v.id = l.volume_id',
  'volume-codes': 'select code as id, warehouse_id from volumes',
  'in-balance': 'select id, warehouse_id from balances',
  batches: `select l.batch_id as id, min(v.warehouse_id) as warehouse_id from volume_lines l
    join volumes v on v.id = l.volume_id where l.batch_id is not null group by 1 having count(distinct v.warehouse_id) = 1`,
  'inventory-locations': 'select id, warehouse_id from inventory_locations',
  warehouses: 'select id, id as warehouse_id from warehouses',
  stations: 'select id, warehouse_id from stations',
  carts: 'select id, warehouse_id from carts where removed_at is null',
  'pick-faces': 'select id, warehouse_id from pick_faces',
  refills: 'select id, warehouse_id from pick_faces',
  waves: 'select id, warehouse_id from wave_rules',
  stock: 'select id, warehouse_id from stock',
  'dropship-items': 'select id, warehouse_id from dropship_items',
  orders: 'select id, warehouse_id from orders',
  'orders-supplier': 'select id, warehouse_id from orders',
  'order-parts': 'select p.id, o.warehouse_id from order_parts p join orders o on o.id = p.order_id',
  'sale-labels': `select 'VENDA-' || id as id, warehouse_id from orders`,
  'parcel-photos': `select p.id, o.warehouse_id from parcel_photos p join orders o on o.id = p.order_id`,
  'content-declarations': `select c.id, o.warehouse_id from content_declarations c join orders o on o.id = c.order_id`,
  picking: 'select id, warehouse_id from picking_lists',
  manifests: 'select id, warehouse_id from manifests',
  returns: 'select distinct o.id, o.warehouse_id from parcel_returns r join orders o on o.id = r.order_id',
  'supply-requests': 'select id, warehouse_id from supply_requests',
  'supply-requests-ongoing': `select id, warehouse_id from supply_requests where state not in ('pending', 'canceled')`,
  'request-lines': `select l.id, r.warehouse_id from supply_request_lines l join supply_requests r on r.id = l.request_id`,
  'invoice-items': `select i.id, r.warehouse_id from vendor_invoice_items i join vendor_invoices n on n.id = i.invoice_id
    join supply_requests r on r.id = n.request_id`,
  'reported-problems': `select p.id, r.warehouse_id from reported_problems p join supply_requests r on r.id = p.request_id`,
} as const;
export type Scoped = keyof typeof scopes;

/** What belongs to one person of a business, by the segment of its path. */
export const personal: Record<string, string> = {
  'bulk-runs': 'select id, user_id from bulk_runs',
  imports: 'select id, user_id from imports',
  'saved-views': 'select id, user_id from saved_views where user_id is not null',
  sessions: 'select id, user_id from sessions',
};

/** Segments whose id leads to what the whole business shares, and the one whose rows no test can create. */
export const unscopedWords: Record<string, string> = {
  carriers: 'they come to every warehouse of the business',
  categories: 'the catalogue is the business’s',
  images: 'the catalogue is the business’s',
  kind: 'a kind of spreadsheet',
  passkeys: 'a person’s own, made by an authenticator',
  products: 'the catalogue is the business’s',
  serials: 'a unit may be in any warehouse of the business',
  suppliers: 'vendors are the business’s',
  'virtual-products': 'the catalogue is the business’s',
  zip: 'a zip code',
};

/**
 * The record that a field of a body or of a query (`?`) refers to, for all endpoints or for one; null: nothing with a
 * warehouse.
 */
export const scopedFields: Record<string, Scoped | null> = {
  // A person's own import.
  moveId: null,
  carrierId: null,
  volumeId: 'volumes',
  targetId: 'volumes',
  'volumes.bulkUpdate ids': 'volumes',
  'volumes.launchMany ids': 'volumes',
  '?volumes': 'volumes',
  '?locations': 'inventory-locations',
  '?cart': 'carts',
  'placesLabels.printMany ids': 'inventory-locations',
  volumeCode: 'volume-codes',
  'putBack.volumeCode': 'volume-codes',
  'places.volumeCode': 'volume-codes',
  'places.damagedVolumeCode': 'volume-codes',
  'balances.start code': 'volume-codes',
  'volumes.tag code': 'volume-codes',
  'picking.beep code': 'volume-codes',
  'refills.take code': 'volume-codes',
  'refills.move code': 'volume-codes',
  'picking.putBack code': 'volume-codes',
  'checkout.beep code': 'volume-codes',
  'returns.inspect code': 'volume-codes',
  '?code': 'volume-codes',
  'lines.lineId': 'volume-lines',
  'lines.update': 'volume-lines',
  'lines.remove': 'volume-lines',
  positionId: 'inventory-locations',
  'create.positionId': 'inventory-locations',
  parentId: 'inventory-locations',
  '?parent': 'inventory-locations',
  warehouseId: 'warehouses',
  'rule.warehouseId': 'warehouses',
  '?warehouse': 'warehouses',
  'checkout.previewLabels ids': 'orders',
  'checkout.printMany ids': 'orders',
  'orders.previewLabels ids': 'orders',
  'orders.printMany ids': 'orders',
  'picking.create ids': 'orders',
  orderId: 'orders',
  'checkout.handOver code': 'sale-labels',
  'checkout.collect code': 'sale-labels',
  'returns.open code': 'sale-labels',
  partId: 'order-parts',
  'places.partId': 'order-parts',
  requestId: 'supply-requests',
  '?request': 'supply-requests',
  lineId: 'request-lines',
  'supplyRequests.matchInvoiceItem itemId': 'invoice-items',
  'lot.code': null,
  'lines.lot.code': null,
  'lines.create.lot.code': null,
  'lines.update.lot.code': null,
  'batches.create code': null,
  'supplyRequests.countVolumes code': null,
  'volumes.arrive code': 'volume-codes',
  'batches.update code': null,
  'serials.record code': null,
  'checkout.scanSerial code': null,
  // In the warehouse of its list.
  'picking.takeCart code': null,
  // Of the business or of a person.
  variationId: null,
  'lines.variationId': null,
  'lines.create.variationId': null,
  'putBack.variationId': null,
  assigneeId: null,
  businessId: null,
  clientId: null,
  'credential.credentialId': null,
  'passkey.credentialId': null,
};
