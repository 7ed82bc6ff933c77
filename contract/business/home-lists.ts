import type { Day } from '../dates.ts';
import { marketplaceIds } from '../marketplaces/marketplace.ts';
import {
  approvalReasons,
  statusesBeforeDispatch,
  statusesBeforePayout,
  statusesToShip,
} from '../orders/order-states.ts';
import type { BusinessType } from '../permissions.ts';
import type { Dashboard, TodoKind } from './dashboard.ts';

export type HomeFigure = keyof Dashboard['counts'] | Exclude<TodoKind, 'bankMissing' | 'putBacks'>;

/** Lists that figures of the home lead to, by the names of their endpoints. */
export const homeListNames = [
  'advertisements',
  'balances',
  'checkout',
  'chats',
  'companies',
  'dropinvoices',
  'dropshipItems',
  'dropshipping',
  'images',
  'marketplaceAccounts',
  'orders',
  'presales',
  'products',
  'supplyRequests',
  'supplyRequestsOngoing',
  'volumes',
] as const;
export type HomeListName = (typeof homeListNames)[number];

/** `always` is the filter that the screen of the list always adds. */
export type HomeList = { list: HomeListName; query?: string; always?: string };

const toShip = (query: string): HomeList => ({ list: 'checkout', query });
const sale = (query: string): HomeList => ({ list: 'orders', query });
const otherReasons = approvalReasons.filter((reason) => reason !== 'stock-short').join(',');
const account = (query: string): HomeList => ({ list: 'marketplaceAccounts', query });
const invoice = (query: string): HomeList => ({ list: 'dropinvoices', query });
const waiting = (kinds: string): HomeList => ({
  list: 'chats',
  query: `kind:${kinds}`,
  always: 'state:waiting_us',
});

const bought = (from: Day, to: Day) => `purchased:${from === to ? from : `${from}..${to}`}`;
/** The sales of these days that the home sums, and the canceled ones. */
export const soldIn = (from: Day, to: Day): HomeList => sale(`${bought(from, to)} -status:canceled`);
export const canceledIn = (from: Day, to: Day): HomeList => sale(`${bought(from, to)} status:canceled`);
/** The sales whose payout the home sums. */
export const expectedPayouts: HomeList = sale(
  `status:${statusesBeforePayout.join(',')} marketplace:${marketplaceIds.join(',')}`,
);

/** The list behind each figure of the home and the filter that it opens with: the figure is the total of that list. */
export function homeListOf(figure: HomeFigure, type: BusinessType, warehouseId?: number): HomeList {
  switch (figure) {
    case 'advertisements':
    case 'products':
    case 'images':
    case 'volumes':
      return { list: figure };
    case 'supplyRequests':
      return {
        list: 'supplyRequests',
        query: 'state:pending,in_transport,check_volumes,register_volumes,tag_volumes,stock_up',
      };
    case 'dropshippings':
      return type === 'sales' ? { list: 'dropshipping', query: 'advertised:yes' } : { list: 'dropshipItems' };
    case 'partners':
      return { list: 'companies', query: 'state:active' };
    case 'partnersRequested':
      return { list: 'companies', query: 'state:requested' };
    case 'dropinvoices':
      return invoice('status:pending,waiting_approval');
    case 'invoicesOverdue':
      return invoice('overdue:yes');
    case 'invoicesUnpaid':
      return invoice('status:pending closed:yes overdue:no withoutBank:no');
    case 'proofs':
      return invoice('status:waiting_approval');
    case 'ordersLate':
      return sale('status:late');
    case 'ordersRefused':
      return sale('refused:yes');
    case 'ordersShort':
      return sale('status:waiting_approval reason:stock-short');
    case 'ordersApproval':
      return sale(`status:waiting_approval reason:${otherReasons}`);
    case 'ordersUnlinked':
      return sale('status:waiting_payment,waiting_separation linked:no');
    case 'ordersWithoutDocument':
      return sale(`status:${statusesBeforeDispatch.join(',')} document:missing,rejected`);
    case 'claimsWaiting':
      return waiting('claim,return,exchange,cancellation');
    case 'messagesWaiting':
      return waiting('message');
    case 'questionsWaiting':
      return { list: 'presales', always: 'state:waiting,refused' };
    case 'accountsDisconnected':
      return account('state:disconnected');
    case 'authorizationsEnding':
      return account('ending:yes');
    case 'reputationsAtRisk':
      return account('reputation:near,over');
    case 'publicationsFaulty':
      return { list: 'advertisements', query: 'faulty:yes' };
    case 'receiptsWaiting':
      return { list: 'supplyRequestsOngoing' };
    case 'problemsOpen':
      return { list: 'supplyRequests', query: 'problem:yes' };
    case 'countsOpen':
      return { list: 'balances', query: 'state:open,recount' };
    case 'countsApproval':
      return { list: 'balances', query: 'state:waiting_approval' };
    case 'zeroChecks':
      return { list: 'volumes', query: 'zero-check:yes' };
    case 'offersEmpty':
      return { list: 'dropshipItems', query: 'active:yes available:<=0' };
    case 'shipmentsLate':
      return toShip(`status:${statusesToShip.join(',')} due:late`);
    case 'shipmentsApproval':
      return toShip('status:waiting_approval reason:manual-accept,stock-short,credit-limit');
    case 'shipmentsPending':
      return toShip(`status:pending warehouse:${warehouseId ?? 0}`);
    case 'shipmentsMine':
      return toShip('status:picking mine:yes');
    case 'shipmentsCollect':
      return toShip('status:waiting_collect');
  }
}
