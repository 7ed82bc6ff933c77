export type Terms = {
  sold30: number;
  sold90: number;
  /** Days of the last 30 and 90 on which there was some: days without stock are no days without sales. */
  stocked30: number;
  stocked90: number;
  onHand: number;
  promised: number;
  inbound: number;
  /** Units that sales wait for. */
  waiting: number;
  leadDays: number;
  /** Days that a purchase is to last. */
  coverDays: number;
  quantityPerVolume: number;
};

/** Units a day in thousandths; the last 30 days weigh twice the 90. */
export function dailyMilli({ sold30, sold90, stocked30, stocked90 }: Terms): number {
  const rate = (sold: number, days: number) => (days > 0 ? sold / days : null);
  const [recent, long] = [rate(sold30, stocked30), rate(sold90, stocked90)];
  if (recent === null && long === null) return 0;
  if (recent === null || long === null) return Math.round((recent ?? long ?? 0) * 1000);
  return Math.round(((2 * recent + long) / 3) * 1000);
}

/**
 * Daily rate × (lead time + cover) and what sales wait for, less what is free and on its way, never below 0, rounded up to
 * whole volumes.
 */
export function proposeQuantity(terms: Terms): number {
  const wanted = Math.ceil((dailyMilli(terms) * (terms.leadDays + terms.coverDays)) / 1000);
  const missing = wanted + terms.waiting - (terms.onHand - terms.promised + terms.inbound);
  if (missing <= 0) return 0;
  return Math.ceil(missing / terms.quantityPerVolume) * terms.quantityPerVolume;
}

/** How long what is free lasts at that rate once the waiting sales are served, in whole days. */
export function daysOfCover(terms: Terms): number | null {
  const rate = dailyMilli(terms);
  return rate === 0
    ? null
    : Math.max(0, Math.floor(((terms.onHand - terms.promised - terms.waiting) * 1000) / rate));
}
