import { publicationStates } from '#contract/advertisements/publication-states.ts';
import { dropinvoiceStates } from '#contract/dropshipping/dropinvoice-states.ts';
import { volumeStates } from '#contract/inventory/volume-states.ts';
import { orderStatuses, supplierStatuses } from '#contract/orders/order-states.ts';
import { returnStates } from '#contract/orders/return-states.ts';
import type { BusinessType, Permission } from '#contract/permissions.ts';
import { supplyRequestStates } from '#contract/supply/supply-request-states.ts';
import type { Translate } from '../i18n.ts';
import { type Href, paths } from '../paths.ts';
import type { Session } from '../session.ts';
import type { PaletteScreen } from '../ui/CommandPalette.tsx';
import { allowed } from '../use-session.ts';

type Key = Parameters<Translate<'palette'>>[0];
type Place = Extract<Key, `ui:menu.${string}`>;

/** What one list offers: its tabs and filters by status, and the acts on it or on its selected rows. */
type Entry = {
  label: Key;
  place: Place;
  to: Href;
  permission: Permission;
  business?: BusinessType;
  /** A button of the list; the others need selected rows. */
  isButton?: true;
};

const query = (text: string) => ({ query: text });

const sales = (label: Key, filter: string): Entry => ({
  label,
  place: 'ui:menu.sales',
  to: paths.orders.list(query(filter)),
  permission: 'orders.read',
});

const chats = (label: Key, to: Href): Entry => ({
  label,
  place: 'ui:menu.chats',
  to,
  permission: 'chats.read',
});

const sellerInvoices = (label: Key, filter: string): Entry => ({
  label,
  place: 'ui:menu.sellerInvoices',
  to: paths.dropshipping.sellerInvoices(query(filter)),
  permission: 'dropinvoices.read',
  business: 'sales',
});

const supplierInvoices = (label: Key, filter: string): Entry => ({
  label,
  place: 'ui:menu.supplierInvoices',
  to: paths.dropshipping.supplierInvoices(query(filter)),
  permission: 'dropinvoices.read',
  business: 'supply',
});

type StateList = Pick<Entry, 'place' | 'permission'> & { list: (search: { query: string }) => Href };

/** A list in each of its states. */
const ofStates = <S extends string>(
  states: readonly S[],
  labelOf: (state: S) => Key,
  { list, ...of }: StateList,
): Entry[] => states.map((state) => ({ ...of, label: labelOf(state), to: list(query(`state:${state}`)) }));

/** Lists with one of their tabs or statuses. */
const views: readonly Entry[] = [
  sales('orders:list.late', 'status:late'),
  sales('orders:list.unlinked', 'status:waiting_payment,waiting_separation linked:no'),
  sales('orders:list.refused', 'refused:yes'),
  ...orderStatuses.map((status) => sales(`orders:statuses.${status}`, `status:${status}`)),
  ...([...supplierStatuses, 'late'] as const).map(
    (status): Entry => ({
      label: `orders:statuses.${status}`,
      place: 'ui:menu.checkoutList',
      to: paths.orders.checkoutList(query(`status:${status}`)),
      permission: 'checkout.read',
    }),
  ),
  chats('marketplaces:chats.tabs.us', paths.chats.list()),
  chats('marketplaces:chats.tabs.buyer', paths.chats.list({ tab: 'buyer' })),
  chats('marketplaces:chats.tabs.open', paths.chats.list({ tab: 'open' })),
  chats('marketplaces:chats.tabs.closed', paths.chats.list({ tab: 'closed' })),
  chats('marketplaces:questions.title', paths.presales.list()),
  chats('marketplaces:questions.tabs.answered', paths.presales.list({ tab: 'answered' })),
  sellerInvoices('dropshipping:settlement.states.overdue', 'overdue:yes'),
  sellerInvoices('dropshipping:settlement.states.disputed', 'disputed:yes'),
  supplierInvoices('dropshipping:settlement.states.overdue', 'overdue:yes'),
  supplierInvoices('dropshipping:settlement.states.disputed', 'disputed:yes'),
  ...dropinvoiceStates.flatMap((state) => [
    sellerInvoices(`dropshipping:settlement.states.${state}`, `status:${state}`),
    supplierInvoices(
      `dropshipping:settlement.states.${state === 'pending' ? 'receivable' : state}`,
      `status:${state}`,
    ),
  ]),
  ...ofStates(publicationStates, (state) => `advertisements:states.${state}`, {
    place: 'ui:menu.advertisements',
    list: paths.advertisements.list,
    permission: 'advertisements.read',
  }),
  ...ofStates(volumeStates, (state) => `inventory:volumeState.${state}`, {
    place: 'ui:menu.volumes',
    list: paths.inventory.volumes,
    permission: 'volumes.read',
  }),
  ...ofStates(supplyRequestStates, (state) => `supply:requestState.${state}`, {
    place: 'ui:menu.supplyRequests',
    list: paths.supply.requests,
    permission: 'supply-requests.read',
  }),
  ...ofStates(returnStates, (state) => `orders:returns.states.${state}`, {
    place: 'ui:menu.returns',
    list: paths.orders.returns,
    permission: 'returns.read',
  }),
];

const onAds = (label: Key, permission: Permission = 'publications.update'): Entry => ({
  label,
  place: 'ui:menu.advertisements',
  to: paths.advertisements.list(),
  permission,
});

const onSales = (label: Key, permission: Permission): Entry => ({
  label,
  place: 'ui:menu.sales',
  to: paths.orders.list(),
  permission,
});

const onBench = (label: Key, permission: Permission): Entry => ({
  label,
  place: 'ui:menu.checkoutList',
  to: paths.orders.checkoutList(),
  permission,
});

const onProducts = (label: Key, permission: Permission): Entry => ({
  label,
  place: 'ui:menu.products',
  to: paths.products.list(),
  permission,
});

const onOffers = (label: Key): Entry => ({
  label,
  place: 'ui:menu.items',
  to: paths.dropshipping.items(),
  permission: 'dropship-items.update',
});

const onVendors = (label: Key): Entry => ({
  label,
  place: 'ui:menu.suppliers',
  to: paths.supply.suppliers(),
  permission: 'suppliers.update',
});

/** Acts on selected rows, or with a dialog of the list: they begin there. */
const acts: readonly Entry[] = [
  onAds('advertisements:list.changePrices'),
  onAds('advertisements:content.act'),
  onAds('advertisements:list.changeCap'),
  onAds('advertisements:list.pause'),
  onAds('advertisements:list.onSale'),
  onAds('advertisements:list.archive'),
  onAds('advertisements:list.restore'),
  { ...onAds('advertisements:schedules.title', 'publications.read'), isButton: true },
  onSales('orders:labels.act', 'checkout.label'),
  onSales('orders:tags.bulk', 'orders.update'),
  { ...onSales('orders:invoices.act', 'checkout.document'), isButton: true },
  onSales('orders:fiscal.export.act', 'buyer-documents.export'),
  onBench('orders:labels.act', 'checkout.label'),
  onBench('orders:picking.makeOf', 'picking.create'),
  onBench('orders:bench.bench.collectByHand', 'checkout.override'),
  onProducts('products:list.change', 'products.update'),
  onProducts('products:tags.bulk', 'products.update'),
  onProducts('products:list.offer', 'dropship-items.create'),
  onProducts('products:labels.print', 'products.read'),
  onProducts('products:form.remove', 'products.delete'),
  {
    label: 'products:categories.move',
    place: 'ui:menu.categories',
    to: paths.products.categories(),
    permission: 'categories.update',
  },
  onOffers('dropshipping:offers.activate'),
  onOffers('dropshipping:offers.deactivate'),
  { ...onOffers('dropshipping:offers.change'), business: 'supply' },
  { ...onOffers('dropshipping:offers.changeOwn'), business: 'sales' },
  {
    label: 'dropshipping:catalogue.vary',
    place: 'ui:menu.catalogue',
    to: paths.dropshipping.catalogue(),
    permission: 'advertisements.create',
  },
  {
    label: 'dropshipping:catalogue.findSuppliers',
    place: 'ui:menu.catalogue',
    to: paths.dropshipping.catalogue(),
    permission: 'companies.create',
    isButton: true,
  },
  {
    label: 'dropshipping:settlement.together.act',
    place: 'ui:menu.sellerInvoices',
    to: paths.dropshipping.sellerInvoices(),
    permission: 'dropinvoices.pay',
    business: 'sales',
  },
  {
    label: 'dropshipping:settlement.review.act',
    place: 'ui:menu.supplierInvoices',
    to: paths.dropshipping.supplierInvoices({ review: 'all' }),
    permission: 'dropinvoices.decide',
    business: 'supply',
    isButton: true,
  },
  {
    label: 'inventory:volumes.changeMany',
    place: 'ui:menu.volumes',
    to: paths.inventory.volumes(),
    permission: 'volumes.update',
  },
  {
    label: 'inventory:vendorReturns.fromVolumes',
    place: 'ui:menu.volumes',
    to: paths.inventory.volumes({ query: 'state:blocked' }),
    permission: 'volumes.update',
  },
  {
    label: 'inventory:locations.markTurnover',
    place: 'ui:menu.locations',
    to: paths.inventory.locations(),
    permission: 'locations.update',
  },
  {
    label: 'inventory:locations.unmarkTurnover',
    place: 'ui:menu.locations',
    to: paths.inventory.locations(),
    permission: 'locations.update',
  },
  {
    label: 'supply:requests.changeDelivery',
    place: 'ui:menu.supplyRequests',
    to: paths.supply.requests(),
    permission: 'supply-requests.update',
  },
  onVendors('supply:suppliers.termsOfMany'),
  onVendors('supply:suppliers.archive'),
  onVendors('supply:suppliers.restore'),
  {
    label: 'business:companies.termsOfMany',
    place: 'ui:menu.user',
    to: paths.account.user(),
    permission: 'companies.terms',
  },
  {
    label: 'marketplaces:questions.answerSelected',
    place: 'ui:menu.chats',
    to: paths.presales.list(),
    permission: 'presales.answer',
  },
  {
    label: 'marketplaces:chats.markHandled',
    place: 'ui:menu.chats',
    to: paths.chats.list(),
    permission: 'chats.answer',
  },
];

const shownTo = (entries: readonly Entry[], session: Session) =>
  entries.filter(
    ({ permission, business }) =>
      allowed(session, permission) && (!business || business === session.business?.type),
  );

export const viewsFor = (session: Session, t: Translate<'palette'>): PaletteScreen[] =>
  shownTo(views, session).map(({ label, place, to }) => ({
    key: `view ${to} ${label}`,
    label: t(label),
    group: t(place),
    to,
  }));

export const listActsFor = (session: Session, t: Translate<'palette'>): PaletteScreen[] =>
  shownTo(acts, session).map(({ label, place, to, isButton }) => ({
    key: `act ${place} ${label}`,
    label: t(label).replace(/…$/, ''),
    group: t(place),
    hint: t(isButton ? 'startsIn' : 'select', { place: t(place) }),
    to,
  }));
