export type Terms = {
  sold30: number;
  sold90: number;
  /** The days with stock among the last 30 and 90: days without stock do not count as days without sales. */
  stocked30: number;
  stocked90: number;
  onHand: number;
  promised: number;
  inbound: number;
  /** Units that sales are waiting for. */
  waiting: number;
  leadDays: number;
  /** Days that a purchase should last. */
  coverDays: number;
  quantityPerVolume: number;
};

/** Thousandths of a unit per day; the last 30 days have twice the weight of the 90. */
export function dailyMilli({ sold30, sold90, stocked30, stocked90 }: Terms): number {
  const rate = (sold: number, days: number) => (days > 0 ? sold / days : null);
  const [recent, long] = [rate(sold30, stocked30), rate(sold90, stocked90)];
  if (recent === null && long === null) return 0;
  if (recent === null || long === null) return Math.round((recent ?? long ?? 0) * 1000);
  return Math.round(((2 * recent + long) / 3) * 1000);
}

/**
 * Daily rate × (lead time + cover) plus units that sales wait for, minus free and expected units; at least 0, rounded up to
 * whole volumes.
 */
export function proposeQuantity(terms: Terms): number {
  const wanted = Math.ceil((dailyMilli(terms) * (terms.leadDays + terms.coverDays)) / 1000);
  const missing = wanted + terms.waiting - (terms.onHand - terms.promised + terms.inbound);
  if (missing <= 0) return 0;
  return Math.ceil(missing / terms.quantityPerVolume) * terms.quantityPerVolume;
}

/** How many whole days the free units last at that rate, after the waiting sales. */
export function daysOfCover(terms: Terms): number | null {
  const rate = dailyMilli(terms);
  return rate === 0
    ? null
    : Math.max(0, Math.floor(((terms.onHand - terms.promised - terms.waiting) * 1000) / rate));
}
