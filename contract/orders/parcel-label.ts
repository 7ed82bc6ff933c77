/** What the bar code says on a label of ours: that of a sale without a marketplace. */
export const ownLabelCode = (orderId: number): string => `VENDA-${orderId}`;

type Labelled = { id: number; accountId: number | null; shipmentId: string | null; trackingCode: string };

/**
 * Whether what was scanned is on the label of this sale: its shipment, its tracking code, or our own code. A square code
 * carries more than the number it is about, so each word of it is looked at.
 */
export function isLabelOf(scanned: string, sale: Labelled): boolean {
  const words = scanned.toUpperCase().split(/[^A-Z0-9-]+/);
  const codes = [
    sale.shipmentId ?? '',
    sale.trackingCode,
    sale.accountId === null ? ownLabelCode(sale.id) : '',
  ];
  return codes.some((code) => code !== '' && words.includes(code.toUpperCase()));
}

/** On paper beside the bench: scanned, it confirms that everything is in the parcel. */
export const packingConfirmCode = 'EASY-CONFIRMA';
