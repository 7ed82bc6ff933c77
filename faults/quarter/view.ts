import { goodsOf, instantAt, type Sale, sum } from './plan.ts';

/** The names of the ads of a place, and the account there. */
export type Shop = { remoteUserId: string; shelf: readonly Listed[] };
export type Listed = { itemId: string; variationId: string; sku: string };

/** A sale as its marketplace shows it at a moment. */
export type View = { sale: Sale; shop: Shop; now: Date };

/** Everything that happens to a sale happens at this hour. */
export const hour = 10;
export const isPast = (day: number | null | undefined, now: Date): day is number =>
  day !== null && day !== undefined && instantAt(day, hour) <= now;
export const reais = (centavos: number) => centavos / 100;

export const isDelivered = ({ sale, now }: View) => isPast(sale.delivered, now);
export const isCanceled = ({ sale, now }: View) => isPast(sale.canceled, now);
export const boughtAt = ({ bought }: Sale) => instantAt(bought, hour);

/** Refunded so far; all of it if the sale was canceled or refunded as a whole. */
export function refundedBy(view: View): number {
  const { sale, now } = view;
  if (isCanceled(view) || isPast(sale.refundedWhole, now)) return goodsOf(sale);
  return sum(sale.refunds.filter(({ day }) => isPast(day, now)).map(({ amount }) => amount));
}

/** The last event. */
export function changedAt({ sale, now }: View): Date {
  const days = [
    ...[sale.bought, sale.delivered, sale.canceled, sale.refundedWhole, sale.returnFreight?.day],
    ...[sale.adjustment?.day, ...sale.refunds.map(({ day }) => day)],
  ];
  return instantAt(Math.max(...days.filter((day) => isPast(day, now))), hour);
}
