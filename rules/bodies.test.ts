import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { sources } from './files.ts';
import { inlineJsonSchema } from './json-schema.ts';

type Node = {
  type?: string | string[];
  properties?: Record<string, Node>;
  additionalProperties?: boolean | Node;
  items?: Node;
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  maxItems?: number;
  const?: unknown;
  $ref?: string;
  $defs?: Record<string, Node>;
};
type Place = { at: string; key: string; node: Node };

/** Stored as it arrived, with any content: none of it is trusted. */
const anything = ['notifications.receive', 'notifications.receiveNamed'];
const written = endpoints.filter(({ name, endpoint }) => endpoint.body && !anything.includes(name));

/** Every field of every body that a client can send. */
const places: Place[] = written.flatMap(({ name, endpoint }) => {
  return walk(inlineJsonSchema<Node>(endpoint.body ?? z.null(), 'input'), name, '');
});

function walk(node: Node, at: string, key: string): Place[] {
  const inside = Object.entries(node.properties ?? {}).flatMap(([name, inner]) =>
    walk(inner, `${at}.${name}`, name),
  );
  const others = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].flatMap((inner) =>
    walk(inner, at, key),
  );
  const items = node.items ? walk(node.items, `${at}[]`, key) : [];
  const values =
    typeof node.additionalProperties === 'object' ? walk(node.additionalProperties, `${at}{}`, key) : [];
  return [{ at, key, node }, ...inside, ...others, ...items, ...values];
}

test('bodies refuse unknown fields at any depth', () => {
  const loose = places.filter(
    ({ node }) => node.type === 'object' && (node.additionalProperties ?? true) === true,
  );
  expect(loose.map(({ at }) => at)).toEqual([]);
});

/** Computed by the server or taken from the session: never sent by a client. */
const derived =
  /^(status|state|owner|ownerId|tenant|tenantId|sellerId|userId|createdAt|updatedAt|total|totalCentavos|subtotal|cost|costCentavos|unitCostCentavos|fee|fees|reserved|onHand|sellable|available|revision|version|code)$/;
const said: Record<string, string> = {
  'auth.switchBusiness.businessId': 'which of their own businesses',
  'checkout.beep.code': 'what the scanner read',
  'checkout.collect.code': 'what the scanner read',
  'checkout.scanSerial.code': 'what the scanner read',
  'checkout.handOver.code': 'what the scanner read',
  'returns.open.code': 'what the scanner read',
  'returns.inspect.code': 'what the scanner read',
  'picking.beep.code': 'what the scanner read',
  'picking.takeCart.code': 'what the scanner read',
  'picking.putBack.code': 'what the scanner read',
  'refills.take.code': 'what the scanner read',
  'refills.move.code': 'what the scanner read',
  'vendorReturns.addVolume.code': 'what the scanner read',
  'marketplaceAccounts.connect.state': 'what the marketplace sent back with its consent',
  'marketplaceAccounts.connect.code': 'what the marketplace sent back with its consent',
  'volumes.tag.code': 'what the scanner read',
  'volumes.arrive.code': 'what the scanner read',
  'balances.start.code': 'what the scanner read',
  'balances.count.lines[].lot.code': 'of the lot, as it stands on the goods',
  'products.create.variations.create[].costCentavos': 'what the product costs its own business',
  'products.create.variations.update{}.costCentavos': 'what the product costs its own business',
  'products.update.variations.create[].costCentavos': 'what the product costs its own business',
  'products.update.variations.update{}.costCentavos': 'what the product costs its own business',
  'supplyRequests.readRows.rows[].code': 'of the product, as it stood in a sheet',
  'batches.create.code': 'of the lot, as it stands on the goods',
  'batches.update.code': 'of the lot, as it stands on the goods',
  'serials.record.code': 'of the unit, as it is printed on it',
  'volumes.create.lines[].lot.code': 'of the lot, as it stands on the goods',
  'volumes.update.lines.create[].lot.code': 'of the lot, as it stands on the goods',
  'volumes.update.lines.update{}.lot.code': 'of the lot, as it stands on the goods',
  'volumes.adjust.lot.code': 'of the lot, as it stands on the goods',
  'supplyRequests.registerVolumes.lot.code': 'of the lot, as it stands on the goods',
  'supplyRequests.countVolumes.code': 'what the scanner read',
  'supplyRequests.countVolumes.total': 'what was counted',
  'dropshipItems.createWithStock.lines[].lot.code': 'of the lot, as it stands on the goods',
  'dropshipItems.undo.rows[].version': 'what was left: it is compared, not kept',
  'pairBalances.credit.sellerId': 'who is credited: a partner of the supplier',
  'warehouses.create.state': 'of the address',
  'warehouses.update.state': 'of the address',
  'orders.create.address.state': 'of the address',
  'suppliers.create.state': 'of the address',
  'suppliers.update.state': 'of the address',
};

test('no derived value can be sent', () => {
  const found = places.filter(({ key, at }) => derived.test(key) && !Object.hasOwn(said, at));
  expect([...new Set(found.map(({ at }) => at))]).toEqual([]);
});

test('every number has bounds and every list a maximum length', () => {
  const numeric = (node: Node) => node.type === 'number' || node.type === 'integer';
  const safe = Number.MAX_SAFE_INTEGER;
  const isId = (key: string) =>
    /^(ids?|.*Ids?|father|category|offer|account|advertisement|images?|order|person|publications|add|remove)$/.test(
      key,
    );
  const unbound = places.filter(({ node, key }) => {
    if (node.type === 'array') return node.maxItems === undefined;
    if (!numeric(node) || node.const !== undefined) return false;
    const low = node.minimum ?? node.exclusiveMinimum;
    const high = node.maximum ?? node.exclusiveMaximum;
    if (low === undefined || low <= -safe) return true;
    return (high === undefined || high >= safe) && !isId(key);
  });
  expect([...new Set(unbound.map(({ at }) => at))]).toEqual([]);
});

/** Numbers that no body alone decides, or that are bounded where they are computed. */
const unchecked: Record<string, string> = {
  'chat_messages.amount_centavos': 'what a marketplace reports of a claim',
  'dropinvoices.total_centavos': 'the sum of its lines; what is given back may be more',
  'dropinvoices.paid_centavos': 'the sum of its proofs',
  'orders.cost_centavos': 'kept by a trigger: the sum of its parts, each of which is checked',
  'orders.units': 'kept by a trigger: the sum of its lines, each of which is checked',
  'orders.paid_centavos': 'what reports of payouts add up to, negative after a refund',
  'images.width': 'of the picture that was stored',
  'images.height': 'of the picture that was stored',
  'imports.total': 'counted by the server',
  'pair_entries.quantity': 'of the line of the invoice',
  'publication_variations.margin_basis_points': 'computed from a typed price, it has no lower bound',
  'publications.weight': 'a marketplace may report 0 for a listing that is linked',
  'publications.width': 'a marketplace may report 0 for a listing that is linked',
  'publications.height': 'a marketplace may report 0 for a listing that is linked',
  'publications.depth': 'a marketplace may report 0 for a listing that is linked',
  'refused_sales.units': 'of the sale that was refused',
  'remote_listings.price_centavos': 'what a marketplace reports',
  'remote_listings.quantity': 'what a marketplace reports',
};

test('a number that a body bounds has a CHECK in the database, or a reason', () => {
  const bounded = places
    .filter(({ node, key }) => key !== 'version' && (node.maximum ?? node.exclusiveMaximum) !== undefined)
    .map(({ key }) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const typed = new Set(bounded.flatMap((name) => [name, `${name}_centavos`]));
  const [schema = { text: '' }] = sources(/^server\/db\/schema\.sql$/);
  const tables = [...schema.text.matchAll(/^create table (\w+) \(\n(.*?)^\)/gms)];
  const loose = tables.flatMap(([, table = '', body = '']) => {
    const checks = [...body.matchAll(/ CHECK (.*)/g)].map(([check]) => check).join('\n');
    const numbers = [...body.matchAll(/^ {2}(\w+) (?:smallint|integer|bigint|numeric)/gm)];
    return numbers
      .map(([, column = '']) => column)
      .filter((column) => typed.has(column) && !/(^|_)ids?$/.test(column))
      .filter((column) => !new RegExp(`\\b${column}\\b`).test(checks))
      .map((column) => `${table}.${column}`);
  });
  expect(tables.length).toBeGreaterThan(100);
  expect(loose.toSorted()).toEqual(Object.keys(unchecked).toSorted());
});
