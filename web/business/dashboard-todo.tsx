import {
  IconAd2,
  IconAlertTriangle,
  IconArrowBackUp,
  IconBuildingBank,
  IconClipboardCheck,
  IconClipboardList,
  IconFileInvoice,
  IconGauge,
  IconGavel,
  IconHourglass,
  IconLinkOff,
  IconMessage,
  IconMessageQuestion,
  IconPackage,
  IconPackageOff,
  IconPlugConnectedX,
  IconReceipt,
  IconRefreshAlert,
  IconTruckDelivery,
  IconTruckLoading,
  IconUserPlus,
  IconZoomQuestion,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Dashboard, TodoKind } from '#contract/business/dashboard.ts';
import { type HomeFigure, type HomeListName, homeListOf } from '#contract/business/home-lists.ts';
import type { BusinessType } from '#contract/permissions.ts';
import { type Href, paths } from '../paths.ts';
import type { Tone } from '../ui/theme.ts';

type TodoBadge = { icon: TablerIcon; tone: Tone };

/** Icon and tone of each kind of work. */
export const todoBadges: Record<TodoKind, TodoBadge> = {
  ordersLate: { icon: IconAlertTriangle, tone: 'bad' },
  ordersRefused: { icon: IconRefreshAlert, tone: 'bad' },
  claimsWaiting: { icon: IconGavel, tone: 'bad' },
  messagesWaiting: { icon: IconMessage, tone: 'attention' },
  questionsWaiting: { icon: IconMessageQuestion, tone: 'attention' },
  ordersShort: { icon: IconPackageOff, tone: 'bad' },
  ordersApproval: { icon: IconHourglass, tone: 'attention' },
  ordersUnlinked: { icon: IconLinkOff, tone: 'attention' },
  ordersWithoutDocument: { icon: IconFileInvoice, tone: 'attention' },
  accountsDisconnected: { icon: IconPlugConnectedX, tone: 'bad' },
  authorizationsEnding: { icon: IconPlugConnectedX, tone: 'attention' },
  reputationsAtRisk: { icon: IconGauge, tone: 'attention' },
  publicationsFaulty: { icon: IconAd2, tone: 'attention' },
  invoicesOverdue: { icon: IconReceipt, tone: 'bad' },
  invoicesUnpaid: { icon: IconReceipt, tone: 'attention' },
  proofs: { icon: IconClipboardCheck, tone: 'attention' },
  bankMissing: { icon: IconBuildingBank, tone: 'bad' },
  offersEmpty: { icon: IconPackageOff, tone: 'attention' },
  partnersRequested: { icon: IconUserPlus, tone: 'info' },
  shipmentsLate: { icon: IconAlertTriangle, tone: 'bad' },
  shipmentsApproval: { icon: IconHourglass, tone: 'attention' },
  putBacks: { icon: IconArrowBackUp, tone: 'attention' },
  receiptsWaiting: { icon: IconTruckLoading, tone: 'info' },
  problemsOpen: { icon: IconAlertTriangle, tone: 'attention' },
  countsOpen: { icon: IconClipboardList, tone: 'info' },
  countsApproval: { icon: IconHourglass, tone: 'attention' },
  zeroChecks: { icon: IconZoomQuestion, tone: 'info' },
  shipmentsPending: { icon: IconPackage, tone: 'info' },
  shipmentsMine: { icon: IconPackage, tone: 'progress' },
  shipmentsCollect: { icon: IconTruckDelivery, tone: 'info' },
};

const lists: Record<HomeListName, (search: { query?: string }, type: BusinessType) => Href> = {
  advertisements: (search) => paths.advertisements.list(search),
  balances: (search) => paths.inventory.balance(search),
  checkout: (search) => paths.orders.checkoutList(search),
  chats: (search) => paths.chats.list(search),
  companies: (search) => paths.account.user({ tab: 'partners', ...search }),
  dropinvoices: (search, type) =>
    type === 'sales'
      ? paths.dropshipping.sellerInvoices(search)
      : paths.dropshipping.supplierInvoices(search),
  dropshipItems: (search) => paths.dropshipping.items(search),
  dropshipping: (search) => paths.dropshipping.catalogue({ ...search, show: 'table' }),
  images: (search) => paths.products.images(search),
  marketplaceAccounts: (search) => paths.marketplaces.accounts(search),
  orders: (search) => paths.orders.list(search),
  presales: (search) => paths.presales.list(search),
  products: (search) => paths.products.list(search),
  supplyRequests: (search) => paths.supply.requests(search),
  supplyRequestsOngoing: (search) => paths.inventory.receiveList(search),
  volumes: (search) => paths.inventory.volumes(search),
};

/** The list whose total the figure is. */
export function pathOfFigure(
  figure: HomeFigure | 'bankMissing' | 'putBacks',
  type: BusinessType,
  warehouseId?: number,
): Href {
  if (figure === 'bankMissing') return paths.dropshipping.supplierInvoices();
  if (figure === 'putBacks') return paths.orders.returns();
  const { list, query } = homeListOf(figure, type, warehouseId);
  return lists[list](query === undefined ? {} : { query }, type);
}

export type Todo = Dashboard['todo'][number];
