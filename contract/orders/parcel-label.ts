/** The text of the bar code on our own parcel label. */
export const ownLabelCode = (orderId: number): string => `VENDA-${orderId}`;

/** The sale of a code on our own label; null for any other code. */
export function saleOfOwnLabel(code: string): number | null {
  const digits = /^VENDA-(\d{1,9})$/i.exec(code.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Why the channel's label is unavailable; the packer sees the reason before our own label is printed. */
export const labelHindrances = [
  'invoice_required',
  'label_not_ready',
  'label_refused',
  'marketplace_unavailable',
] as const;
export type LabelHindrance = (typeof labelHindrances)[number];

type Labelled = { id: number; shipmentId: string | null; trackingCode: string };

/** Possible parcel numbers in a scanned code: a QR code contains more than that. */
export const wordsOfLabel = (scanned: string): string[] =>
  scanned
    .toUpperCase()
    .split(/[^A-Z0-9-]+/)
    .filter((word) => word !== '');

/** Whose label of this sale was scanned: the channel's, by its shipment or tracking code, or ours; null: neither. */
export function labelOf(scanned: string, sale: Labelled): 'channel' | 'own' | null {
  const words = wordsOfLabel(scanned);
  const isOn = (code: string) => code !== '' && words.includes(code.toUpperCase());
  if (isOn(sale.shipmentId ?? '') || isOn(sale.trackingCode)) return 'channel';
  return isOn(ownLabelCode(sale.id)) ? 'own' : null;
}

/** A printed code at the bench: scanning it confirms that everything is in the parcel. */
export const packingConfirmCode = 'EASY-CONFIRMA';
