/** How one answer of a store may go wrong. */
export const storeCallFaults = [
  'rate-limit',
  'error-500',
  'unavailable-503',
  'refused-422',
  'suspended-402',
  'slow',
  'silent',
  'cut',
  'truncated',
  'html',
  'wrong-type',
  'wrong-id',
  'without-effect',
  'partial-success',
] as const;

/** How the delivery of one webhook may go wrong. */
export const storeNotificationFaults = [
  'notify-duplicate',
  'notify-late',
  'notify-lost',
  'notify-hold',
  'notify-unsigned',
] as const;

export type StoreFaultKind = (typeof storeCallFaults)[number] | (typeof storeNotificationFaults)[number];
