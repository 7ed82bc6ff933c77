import { nfeNumber } from '#contract/brazil.ts';
import { isGtin } from '#contract/codes.ts';
import type { AnyEndpoint, ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import type { Messages } from '#contract/messages/index.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Translate } from '../i18n.ts';
import { type Href, paths } from '../paths.ts';
import { writeMoney } from '../quantity.ts';
import type { Session } from '../session.ts';
import type { PaletteEntry, PaletteRecords } from '../ui/palette-records.ts';
import { allowed } from '../use-session.ts';

type ItemOf<E extends AnyEndpoint> = ResponseOf<E> extends { items: (infer I)[] } ? I : never;
type Kind = keyof Messages['palette']['kinds'];

/** How one kind of record is found. The names are those of `palette.kinds`. */
type Spec<E extends AnyEndpoint> = {
  permission: Permission;
  kind: Kind;
  label: string;
  entry: (item: ItemOf<E>, words: string) => PaletteEntry;
} & Pick<PaletteRecords, 'known' | 'queryOf' | 'byId'>;

type Shown = Omit<PaletteRecords, 'names'> & { permission: Permission; kind: Kind };

// Responses have the declared shape, since the server parses them.
const records = <E extends AnyEndpoint>(endpoint: E, spec: Spec<E>): Shown => ({
  ...spec,
  key: endpoint.path,
  endpoint,
  entry: (item, words) => spec.entry(item as ItemOf<E>, words),
});

const single = <E extends AnyEndpoint>(endpoint: E, entry: (item: ResponseOf<E>) => PaletteEntry) => ({
  byId: { endpoint, entry: (item: unknown) => entry(item as ResponseOf<E>) },
});

type Sale = { id: number; remoteOrderId: string | null; packId: string | null; trackingCode: string };

/** The number at the marketplace, or the one that matches the search. */
function numberOf({ remoteOrderId, packId, trackingCode }: Sale, words: string): string {
  const numbers = [remoteOrderId, packId, trackingCode];
  return numbers.find((number) => number && sameCode(number, words)) ?? remoteOrderId ?? '';
}

/** The search is the number of the sale's NF-e, or its access key. */
function isOfInvoice({ invoiceKey }: { invoiceKey: string | null }, words: string): boolean {
  const digits = words.replace(/[\s.]/g, '');
  return (
    invoiceKey !== null && (digits === invoiceKey || digits.replace(/^0+/, '') === nfeNumber(invoiceKey))
  );
}

/** The code by which an advertisement was found. */
function codeOf({ publications }: { publications: { code: string | null }[] }, words: string): string {
  return publications.find(({ code }) => code && sameCode(code, words))?.code ?? '';
}

const sameCode = (number: string, words: string) => number.toLowerCase().includes(words.toLowerCase());

const isOneOf = (codes: readonly (string | null)[], words: string) =>
  codes.some((code) => code?.toLowerCase() === words.toLowerCase());

/** Products come before the sales that contain them, unless the search is a number of a sale. */
export function recordsFor(session: Session, t: Translate<'palette'>): PaletteRecords[] {
  return [...goods(t), ...saleRecords(t), ...money(session, t), ...places(t)]
    .filter(({ permission }) => allowed(session, permission))
    .map((shown) => ({ ...shown, names: t(`kinds.${shown.kind}`) }));
}

type Named = { id: number; name: string };
const named =
  (to: (id: number) => Href) =>
  ({ id, name }: Named): PaletteEntry => ({ id, label: name, to: to(id) });

const goods = (t: Translate<'palette'>): Shown[] => [
  records(api.advertisements.list, {
    permission: 'advertisements.read',
    kind: 'advertisement',
    label: t('ui:menu.advertisements'),
    // An advertisement has no EAN itself; its parts do.
    queryOf: (words) => (isGtin(words) ? `gtin:${words}` : words),
    entry: (advertisement, words) => ({
      id: advertisement.id,
      label: [codeOf(advertisement, words), advertisement.product].filter(Boolean).join(' · '),
      hint: advertisement.brand,
      to: paths.advertisements.advertisement(advertisement.id),
      // The row has no SKUs of the parts, so a match outside its name is one of its codes.
      exact: !sameCode(`${advertisement.product} ${advertisement.brand}`, words),
    }),
    ...single(api.advertisements.detail, ({ id, product, brand }) => ({
      id,
      label: product,
      hint: brand,
      to: paths.advertisements.advertisement(id),
    })),
  }),
  records(api.products.list, {
    permission: 'products.read',
    kind: 'product',
    label: t('ui:menu.products'),
    entry: (product, words) => ({
      ...named(paths.products.product)(product),
      exact: isOneOf([product.sku], words),
    }),
    ...single(api.products.detail, named(paths.products.product)),
  }),
  records(api.dropshipping.list, {
    permission: 'dropshipping.read',
    kind: 'offer',
    label: t('ui:menu.catalogue'),
    entry: (offer, words) => ({
      id: offer.id,
      label: `${offer.name} · ${offer.supplier.name}`,
      hint: [offer.sku, offer.gtin].filter(Boolean).join(' · '),
      to: paths.dropshipping.catalogue({ offer: offer.id }),
      exact: isOneOf([offer.sku, offer.gtin], words),
    }),
  }),
  records(api.dropshipItems.list, {
    permission: 'dropship-items.read',
    kind: 'offer',
    label: t('ui:menu.items'),
    entry: (offer, words) => ({
      ...named(paths.dropshipping.item)(offer),
      hint: offer.sku,
      exact: isOneOf([offer.sku], words),
    }),
    ...single(api.dropshipItems.detail, named(paths.dropshipping.item)),
  }),
  records(api.virtualProducts.list, {
    permission: 'virtual-products.read',
    kind: 'kit',
    label: t('ui:menu.kits'),
    entry: (kit, words) => ({
      ...named(paths.products.kit)(kit),
      hint: kit.sku,
      exact: isOneOf([kit.sku], words),
    }),
    ...single(api.virtualProducts.detail, named(paths.products.kit)),
  }),
];

function saleRecords(t: Translate<'palette'>): Shown[] {
  const labelOf = (sale: Sale, words: string, who: string) =>
    [t('sale', { number: sale.id }), numberOf(sale, words), who].filter(Boolean).join(' · ');
  const returned = ({ id }: { id: number }): PaletteEntry => ({
    id,
    label: t('returnOf', { number: id }),
    to: paths.orders.return(id),
  });
  return [
    records(api.orders.list, {
      permission: 'orders.read',
      kind: 'sale',
      label: t('ui:menu.sales'),
      entry: (order, words) => ({
        id: order.id,
        label: [
          labelOf(order, words, order.buyerName),
          isOfInvoice(order, words) && t('nfe', { number: nfeNumber(order.invoiceKey) ?? '' }),
        ]
          .filter(Boolean)
          .join(' · '),
        hint: order.items,
        to: paths.orders.order(order.id),
        exact:
          isOneOf([order.remoteOrderId, order.packId, order.trackingCode, String(order.id)], words) ||
          isOfInvoice(order, words),
      }),
    }),
    records(api.checkout.list, {
      permission: 'checkout.read',
      kind: 'sale',
      label: t('ui:menu.checkoutList'),
      entry: (sale, words) => ({
        id: sale.id,
        label: labelOf(sale, words, sale.seller.name),
        hint: sale.items,
        to: paths.orders.pack(sale.id),
      }),
    }),
    records(api.returns.list, {
      permission: 'returns.read',
      kind: 'parcelReturn',
      known: 'digits',
      label: t('ui:menu.returns'),
      entry: returned,
      ...single(api.returns.detail, returned),
    }),
    records(api.manifests.list, {
      permission: 'checkout.read',
      kind: 'manifest',
      known: 'digits',
      label: t('ui:menu.manifests'),
      entry: ({ id, number, warehouse }, words) => ({
        id,
        label: [t('manifest', { number: number ?? '—' }), warehouse.name].join(' · '),
        to: paths.orders.manifest(id),
        exact: number !== null && String(number) === words,
      }),
    }),
    records(api.picking.list, {
      permission: 'picking.read',
      kind: 'pickingList',
      known: 'digits',
      label: t('ui:menu.picking'),
      // The list has no text to search; its number is in its address.
      queryOf: () => null,
      entry: ({ id }) => ({ id, label: String(id), to: paths.orders.pickingList(id) }),
      ...single(api.picking.detail, ({ id, warehouse }) => ({
        id,
        label: [t('pickingList', { number: id }), warehouse.name].join(' · '),
        to: paths.orders.pickingList(id),
      })),
    }),
  ];
}

function money(session: Session, t: Translate<'palette'>): Shown[] {
  const isSeller = session.business?.type === 'sales';
  const screen = isSeller ? paths.dropshipping.sellerInvoices : paths.dropshipping.supplierInvoices;
  return [
    records(api.dropinvoices.list, {
      permission: 'dropinvoices.read',
      kind: 'invoice',
      known: 'digits',
      label: t('invoices'),
      queryOf: (words) => (/^\d{1,15}$/.test(words) ? `number:${words}` : words),
      entry: ({ id, number, seller, supplier, totalCentavos }) => ({
        id,
        label: [t('invoice', { number }), (isSeller ? supplier : seller).name].join(' · '),
        hint: writeMoney(totalCentavos),
        to: screen({ invoice: id }),
        exact: true,
      }),
    }),
    records(api.supplyRequests.list, {
      permission: 'supply-requests.read',
      kind: 'request',
      known: 'digits',
      label: t('ui:menu.supplyRequests'),
      entry: ({ id, number, supplier }, words) => ({
        id,
        label: [t('request', { number }), supplier.name].join(' · '),
        to: paths.supply.request(id),
        exact: String(number) === words,
      }),
    }),
    records(api.suppliers.list, {
      permission: 'suppliers.read',
      kind: 'supplier',
      label: t('ui:menu.suppliers'),
      entry: named(paths.supply.supplier),
      ...single(api.suppliers.detail, named(paths.supply.supplier)),
    }),
    records(api.marketplaceAccounts.list, {
      permission: 'accounts.read',
      kind: 'account',
      label: t('ui:menu.accounts'),
      entry: named(paths.marketplaces.account),
      ...single(api.marketplaceAccounts.detail, named(paths.marketplaces.account)),
    }),
  ];
}

const coded = (words: string, code: string, more: string, id: number, to: Href): PaletteEntry => ({
  ...{ id, to },
  label: [code, more].filter(Boolean).join(' · '),
  exact: isOneOf([code], words),
});

const places = (t: Translate<'palette'>): Shown[] => [
  records(api.warehouses.list, {
    permission: 'warehouses.read',
    kind: 'warehouse',
    label: t('ui:menu.warehouses'),
    entry: named(paths.inventory.warehouse),
    ...single(api.warehouses.detail, named(paths.inventory.warehouse)),
  }),
  records(api.categories.list, {
    permission: 'categories.read',
    kind: 'category',
    label: t('ui:menu.categories'),
    entry: ({ id, description }) => ({ id, label: description, to: paths.products.category(id) }),
  }),
  records(api.volumes.list, {
    permission: 'volumes.read',
    kind: 'volume',
    known: 'digits',
    label: t('ui:menu.volumes'),
    entry: ({ id, code, name }, words) =>
      coded(words, code, name, id, paths.inventory.volumes({ volume: id })),
  }),
  records(api.inventoryLocations.list, {
    permission: 'locations.read',
    kind: 'location',
    known: 'digits',
    label: t('ui:menu.locations'),
    entry: ({ id, code, warehouse }, words) =>
      coded(words, code, warehouse.name, id, paths.inventory.volumes({ query: `position:${id}` })),
  }),
  records(api.batches.list, {
    permission: 'batches.read',
    kind: 'lot',
    known: 'digits',
    label: t('ui:menu.lots'),
    entry: ({ id, code }, words) =>
      coded(words, code, '', id, paths.inventory.volumes({ query: `batch:${id}` })),
  }),
];
