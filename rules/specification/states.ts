/**
 * States and actions (section 4) in the words of the product. States are in the lists that the contract's `*-states.ts`
 * export; `late` is an overlay that lists can be filtered by, and is never stored.
 */
export const specifiedStates = {
  'Supply request': {
    list: 'supplyRequestStates',
    states: [
      'in_transport',
      'check_volumes',
      'register_volumes',
      'tag_volumes',
      'stock_up',
      'attended',
      'canceled',
    ],
  },
  'Sale, as the supplier sees it': {
    list: 'supplierStatuses',
    states: [
      'pending',
      'waiting_approval',
      'waiting_collect',
      'picking',
      'collected',
      'sent',
      'complete',
      'canceled',
    ],
  },
  'Sale, as the seller sees it': {
    list: 'orderStatuses',
    states: [
      'waiting_payment',
      'waiting_separation',
      'pending',
      'waiting_approval',
      'waiting_collect',
      'picking',
      'collected',
      'sent',
      'complete',
      'canceled',
    ],
  },
  'Dropshipping invoice': {
    list: 'dropinvoiceStates',
    states: ['pending', 'waiting_approval', 'complete'],
  },
  'Reported problem': { list: 'reportedProblemStates', states: ['open', 'solved'] },
  'Stock balance': { list: 'balanceStates', states: ['checked', 'corrected'] },
  'Volume under a count': { list: 'volumeStates', states: ['in_balance'] },
  Session: { list: 'sessionStates', states: ['loading', 'authenticated', 'unauthenticated'] },
  'Marketplace account': { list: 'accountStates', states: ['connected', 'disconnected'] },
} as const satisfies Record<string, { list: string; states: readonly string[] }>;

/** Overlays: the filters that find them. */
export const specifiedOverlays = { 'a late sale': ['orderFilter', 'checkoutFilter'] } as const;

/** Actions (section 4) and their endpoints. */
export const specifiedActs = {
  'Supply request: approve': 'supplyRequests.approve',
  'Supply request: cancel': 'supplyRequests.cancel',
  'Supply request: edit': 'supplyRequests.update',
  'Supply request: remove': 'supplyRequests.remove',
  'Receiving: advance': 'supplyRequests.advance',
  'Receiving: go back': 'supplyRequests.goBack',
  'Order: start picking': 'checkout.startPicking',
  'Order: beep': 'checkout.beep',
  'Order: confirm packing': 'checkout.confirmPacking',
  'Order: reset beeping': 'checkout.reset',
  'Order: cancel picking': 'checkout.cancel',
  'Reported problem: solve': 'reportedProblems.solve',
  'Marketplace account: connect': 'marketplaceAccounts.connect',
  'Marketplace account: remove': 'marketplaceAccounts.remove',
  'Dropshipping invoice: pay': 'dropinvoices.pay',
  'Dropshipping invoice: approve': 'dropinvoices.approve',
  'Stock balance: start': 'balances.start',
  'Stock balance: check or correct a volume': 'balances.count',
  'Session: sign in': 'auth.signIn',
  'Session: sign out': 'auth.signOut',
} as const;
