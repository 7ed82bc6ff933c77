/** What the bar code says on a label of ours: that of a sale whose marketplace makes none, or that has none. */
export const ownLabelCode = (orderId: number): string => `VENDA-${orderId}`;

/** The sale whose label of ours this is; null where it is none. */
export function saleOfOwnLabel(code: string): number | null {
  const digits = /^VENDA-(\d{1,9})$/i.exec(code.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

type Labelled = { id: number; hasOwnLabel: boolean; shipmentId: string | null; trackingCode: string };

/** What may be a number of the parcel in what was scanned: a square code carries more than that. */
export const wordsOfLabel = (scanned: string): string[] =>
  scanned
    .toUpperCase()
    .split(/[^A-Z0-9-]+/)
    .filter((word) => word !== '');

/**
 * Whether what was scanned is on the label of this sale: its shipment, its tracking code, or our own code.
 */
export function isLabelOf(scanned: string, sale: Labelled): boolean {
  const words = wordsOfLabel(scanned);
  const codes = [sale.shipmentId ?? '', sale.trackingCode, sale.hasOwnLabel ? ownLabelCode(sale.id) : ''];
  return codes.some((code) => code !== '' && words.includes(code.toUpperCase()));
}

/** On paper beside the bench: scanned, it confirms that everything is in the parcel. */
export const packingConfirmCode = 'EASY-CONFIRMA';
