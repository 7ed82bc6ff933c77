import {
  IconAd2,
  IconAlertTriangle,
  IconBuildingBank,
  IconClipboardCheck,
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
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Dashboard, TodoKind } from '#contract/business/dashboard.ts';
import type { BusinessType } from '#contract/permissions.ts';
import { paths } from '../paths.ts';
import type { Tone } from '../ui/theme.ts';

type Look = { icon: TablerIcon; tone: Tone; to: (type: BusinessType, warehouseId: number) => string };

const sales = (query: string) => () => paths.orders.list({ query });
const shipments = (query: string) => () => paths.orders.checkoutList({ query });
const invoices = (query: string) => (type: BusinessType) =>
  type === 'sales'
    ? paths.dropshipping.sellerInvoices({ query })
    : paths.dropshipping.supplierInvoices({ query });

/** Each kind of work: how it looks, and the list that holds exactly what was counted. */
export const todoBadges: Record<TodoKind, Look> = {
  ordersLate: { icon: IconAlertTriangle, tone: 'bad', to: sales('late:true') },
  ordersRefused: { icon: IconRefreshAlert, tone: 'bad', to: sales('refused:true') },
  claimsWaiting: {
    icon: IconGavel,
    tone: 'bad',
    to: () => paths.chats.list({ query: 'kind:claim,return,exchange,cancellation' }),
  },
  messagesWaiting: {
    icon: IconMessage,
    tone: 'attention',
    to: () => paths.chats.list({ query: 'kind:message' }),
  },
  questionsWaiting: { icon: IconMessageQuestion, tone: 'attention', to: () => paths.presales.list() },
  ordersShort: { icon: IconPackageOff, tone: 'bad', to: sales('status:waiting_approval reason:stock-short') },
  ordersApproval: {
    icon: IconHourglass,
    tone: 'attention',
    to: sales('status:waiting_approval -reason:stock-short'),
  },
  ordersUnlinked: {
    icon: IconLinkOff,
    tone: 'attention',
    to: sales('status:waiting_payment,waiting_separation linked:false'),
  },
  ordersWithoutDocument: {
    icon: IconFileInvoice,
    tone: 'attention',
    to: sales('status:waiting_separation document:missing,rejected'),
  },
  accountsDisconnected: {
    icon: IconPlugConnectedX,
    tone: 'bad',
    to: () => paths.marketplaces.accounts({ query: 'state:disconnected' }),
  },
  authorizationsEnding: {
    icon: IconPlugConnectedX,
    tone: 'attention',
    to: () => paths.marketplaces.accounts({ query: 'ending:true' }),
  },
  reputationsAtRisk: {
    icon: IconGauge,
    tone: 'attention',
    to: () => paths.marketplaces.accounts({ query: 'reputation:near,over' }),
  },
  publicationsFaulty: {
    icon: IconAd2,
    tone: 'attention',
    to: () => paths.advertisements.list({ query: 'faulty:true' }),
  },
  invoicesOverdue: { icon: IconReceipt, tone: 'bad', to: invoices('overdue:true') },
  invoicesUnpaid: {
    icon: IconReceipt,
    tone: 'attention',
    to: invoices('status:pending closed:true overdue:false'),
  },
  proofs: { icon: IconClipboardCheck, tone: 'attention', to: invoices('status:waiting_approval') },
  bankMissing: { icon: IconBuildingBank, tone: 'bad', to: () => paths.dropshipping.supplierInvoices() },
  offersEmpty: {
    icon: IconPackageOff,
    tone: 'attention',
    to: () => paths.dropshipping.items({ query: 'active:true available:<=0' }),
  },
  partnersRequested: {
    icon: IconUserPlus,
    tone: 'info',
    to: () => paths.account.user({ tab: 'partners' }),
  },
  shipmentsLate: { icon: IconAlertTriangle, tone: 'bad', to: shipments('status:late') },
  shipmentsApproval: { icon: IconHourglass, tone: 'attention', to: shipments('status:waiting_approval') },
  shipmentsPending: {
    icon: IconPackage,
    tone: 'info',
    to: (_type, warehouseId) => paths.orders.checkoutOfWarehouse(warehouseId),
  },
  shipmentsMine: { icon: IconPackage, tone: 'progress', to: shipments('status:picking') },
  shipmentsCollect: { icon: IconTruckDelivery, tone: 'info', to: shipments('status:waiting_collect') },
};

export type Todo = Dashboard['todo'][number];
