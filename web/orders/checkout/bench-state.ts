import { asCode, isCodeOf } from '#contract/codes.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { lostLabels } from './label-file.ts';

/**
 * Changes with everything that outdates a message about a sale: status, label, a lost or fetched label file, a missing
 * proof, a fresh start.
 */
export function stateOf(sale: Checkout): string {
  const resets = sale.events.filter(({ kind }) => kind.endsWith('-reset')).length;
  const { missing } = sale.proof;
  const label = [isLabelReady(sale), sale.labelPrintedAt, sale.parcelLabelAt, sale.labelFormats];
  const isLost = lostLabels.get().some(({ id }) => id === sale.id);
  return [sale.id, sale.status, sale.putBack, resets, ...label, isLost, ...missing].join('/');
}

/** The part with a scanned unit whose serial number is the next scan; null if a product is. */
export const awaitsSerial = ({ parts }: Pick<Checkout, 'parts'>): Checkout['parts'][number] | null =>
  parts.find((part) => part.asksSerials && part.beeped > part.serials.length) ?? null;

/** A canceled sale without goods to store; its bench offers the next sale. */
export const isSettledCancel = (sale: Checkout): boolean => sale.status === 'canceled' && !sale.putBack;

/** A canceled sale whose goods were stored again. */
export const isPutBack = (sale: Checkout): boolean =>
  isSettledCancel(sale) && sale.events.some(({ kind }) => kind === 'put-back');

export const isDocumented = (sale: Checkout): boolean =>
  sale.document === 'accepted' || sale.document === 'not_required';

export const isLabelReady = (sale: Checkout): boolean => sale.labelReady && isDocumented(sale);

/** Whether a code is on the goods of this sale: of a product, or of a volume that contains them. */
export function isOnGoods(sale: Checkout, code: string): boolean {
  const wanted = asCode(code);
  return sale.parts.some(
    (part) => isCodeOf(part, wanted) || part.places.some(({ volume }) => volume.toUpperCase() === wanted),
  );
}
