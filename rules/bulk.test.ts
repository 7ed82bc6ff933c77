import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpointsByEntity } from '#contract/index.ts';

/**
 * Every list with its bulk operations: the endpoints, or why nothing can be changed. A star replaces the variable
 * part of the name of a list.
 */
const lists: Record<string, readonly string[] | string> = {
  '*-invoices': ['dropinvoices.payTogether', 'dropinvoices.approveMany', 'dropinvoices.rejectMany'],
  accounts: 'each account is connected, and let go, by its own consent at the marketplace',
  advertisements: [
    'advertisements.bulkUpdate',
    'advertisements.changePrices',
    'advertisements.changeContent',
  ],
  audit: 'what happened is not changed',
  balances: 'a count is changed by counting; many are begun at once where it is begun',
  billing: 'what was used and charged is not changed',
  'pair-balances': 'each is paid out by its own proof',
  'pair-entries': 'what happened is not changed',
  'campaign-ads': ['campaignsAds.join', 'campaignsAds.leave'],
  campaigns:
    'each is the marketplace’s or a discount of its own; its ads join and leave it where their margins are seen',
  catalogue: 'the offers are others’; many are made one kit from here',
  categories: ['categories.bulkUpdate'],
  checkout: ['checkout.printMany', 'checkout.collectMany', 'picking.create'],
  companies: ['companies.bulkUpdate'],
  'existing-ads': ['publicationsLink.linkMany'],
  'import-rows-*': 'a row is mended in the spreadsheet, and sent again',
  'bank-statements':
    'each is the file of an account; its rows are received, set aside and taken back together',
  imports: 'what was imported is not changed; one is applied or given up by the person who looks at its rows',
  'fulfillment-stocks': 'the units are counted by the marketplace alone',
  invitations: 'each is an address of its own, sent again or taken back',
  kits: 'name, SKU and parts are each kit’s own; its parts may be changed only where it is seen what follows',
  locations: ['inventoryLocations.bulkUpdate', 'placesLabels.printMany'],
  lots: 'code and expiry are what is printed on the goods of that lot',
  manifests: 'each is closed when its carrier leaves, and stays as it was signed',
  'margin-changes': 'each says what was done to one publication; it is undone where that is seen',
  offers: ['dropshipItems.bulkUpdate'],
  orders: ['orders.bulkUpdate', 'orders.printMany', 'orders.exportFiscalData'],
  'payout-files': 'each is the file of an account; it is deleted where its lines are seen',
  'payout-lines': 'what the marketplace released is not changed',
  'pick-faces': 'minimum and maximum are what fits at each position of that product',
  picking: 'who may walk a list depends on its warehouse; it is given to somebody where its sales are seen',
  productivity: 'it is added up of scans',
  profits: 'they are added up of sales',
  products: ['products.bulkUpdate', 'products.bulkRemove'],
  receiving: 'a step asks for what was counted of that request; dates of many are changed among the requests',
  returns: 'each parcel is opened, and its units are judged, one after the other',
  'refused-sales': 'what was refused stays as it was',
  reviews: 'each answer is to somebody, in words of its own',
  serials: 'each is the number of one unit, and its unit is looked for by a person',
  staff: 'rights are given to one person at a time, with the password',
  statements: 'they are added up of invoices',
  suppliers: ['suppliers.bulkUpdate'],
  'supply-requests': ['supplyRequests.bulkUpdate'],
  'vendor-returns': 'each has its own vendor and volumes, and is signed by who takes it',
  volumes: ['volumes.bulkUpdate'],
  warehouses: 'name and address are each warehouse’s own',
  'webhook-deliveries': 'what was sent stands as it was; it is sent again one by one, in its order',
};

const web = join(import.meta.dirname, '../web');

const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }));

/** Tables by the name under which they store their columns, with the file that renders them. */
const tables = sources
  .flatMap(({ path, text }) =>
    [...text.matchAll(/<DataTable(?:<[^>]+>)?\s+name=(?:"([^"]+)"|\{`([^`]+)`\})/g)].map((found) => ({
      path,
      text,
      name: (found[1] ?? found[2] ?? '').replace(/\$\{[^}]+\}/g, '*'),
    })),
  )
  .toSorted((one, other) => one.name.localeCompare(other.name));

const entities = endpointsByEntity;
const offeredBulk = ['catalogue'];

test('every list names its bulk operations, or why it has none', () => {
  expect(tables.map(({ name }) => name)).toEqual(
    Object.keys(lists).toSorted((one, other) => one.localeCompare(other)),
  );
});

test.each(tables)('$name: the named operations exist', ({ name, path, text }) => {
  const acts = lists[name];
  const hasBulk = /\sbulk=\{|\sbulk: /.test(text);
  if (typeof acts === 'string') return expect([name, hasBulk]).toEqual([name, offeredBulk.includes(name)]);
  expect([name, hasBulk]).toEqual([name, true]);
  const folder = path.split('/')[0] ?? '';
  for (const act of acts ?? []) {
    const [entity = '', verb = ''] = act.split('.');
    expect([act, entities[entity]?.[verb]?.method]).toEqual([act, expect.stringMatching(/^(PATCH|POST)$/)]);
    const callers = sources.filter(
      (source) => source.path.startsWith(`${folder}/`) && source.text.includes(`api.${act}`),
    );
    expect([act, callers.length > 0]).toEqual([act, true]);
  }
});

test('every bulk operation is listed in the table', () => {
  const named = new Set(Object.values(lists).flatMap((acts) => (typeof acts === 'string' ? [] : acts)));
  const bulk = Object.entries(entities).flatMap(([entity, verbs]) =>
    Object.keys(verbs).flatMap((verb) => (/^bulk/.test(verb) ? [`${entity}.${verb}`] : [])),
  );
  expect(bulk.filter((act) => !named.has(act))).toEqual([]);
});
