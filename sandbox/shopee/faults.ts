/** How one answer of the marketplace may go wrong. */
export const shopeeCallFaults = [
  'rate-limit',
  'rate-limit-429',
  'daily-limit',
  'error-server',
  'error-auth',
  'error-prefixed',
  'refused',
  'forbidden',
  'no-linked',
  'banned',
  'error-500',
  'unavailable-503',
  'slow',
  'silent',
  'cut',
  'truncated',
  'html',
  'wrong-type',
  'wrong-id',
  'without-effect',
  'partial-failure',
] as const;

/** How the delivery of one push may go wrong. */
export const shopeePushFaults = [
  'notify-duplicate',
  'notify-late',
  'notify-lost',
  'notify-missed',
  'notify-hold',
  'notify-unsigned',
  'notify-forged',
] as const;

type ShopeeCallFaultKind = (typeof shopeeCallFaults)[number];
export type ShopeeFaultKind = ShopeeCallFaultKind | (typeof shopeePushFaults)[number];
