import { asCode, isGtin } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import { readCartCode } from '#contract/inventory/cart.ts';
import type { CheckoutRow } from '#contract/orders/checkout-sale.ts';
import type { OrderStatus } from '#contract/orders/order-states.ts';
import { saleOfOwnLabel } from '#contract/orders/parcel-label.ts';
import { call } from '../../api.ts';

const quoted = (code: string) => `"${code.trim().replaceAll('"', '')}"`;

const numberOf = (code: string) => (/^\d{1,9}$/.test(code.trim()) ? Number(code) : null);

export type OtherSale = Pick<CheckoutRow, 'id' | 'warehouse'>;

/** `named`: the code is a number or a label of the sale; otherwise its words only contain the code, e.g. as a SKU. */
export type FoundSale = OtherSale & { named: boolean };

const packed: readonly OrderStatus[] = ['waiting_collect', 'collected', 'sent', 'complete'];

export const isCartPlace = (code: string): boolean => (readCartCode(asCode(code))?.place ?? null) !== null;

/** The sale in a place of a cart; `twice` if carts of several warehouses have the code. */
export async function findInCart(code: string, warehouseId?: number): Promise<OtherSale | 'twice' | null> {
  const place = warehouseId === undefined ? '' : ` warehouse:${warehouseId}`;
  const { items } = await call(api.checkout.list, {
    query: { query: `cart:${quoted(code)}${place}`, size: '2' },
  });
  return items.length > 1 ? 'twice' : (items[0] ?? null);
}

/** The sale of a scanned code: our own label, its number, or any number of the marketplace. */
export async function findSale(code: string): Promise<FoundSale | null> {
  const own = saleOfOwnLabel(code) ?? numberOf(code);
  if (own !== null) {
    const found = await call(api.checkout.detail, { params: { id: own } }).catch(() => null);
    if (found) return { ...found, named: true };
  }
  const onlyOne = async (query: string) => {
    const { items } = await call(api.checkout.list, { query: { query, size: '2' } });
    return items.length === 1 ? (items[0] ?? null) : null;
  };
  const [labelled, worded, goods] = await Promise.all([
    onlyOne(`label:${quoted(code)}`),
    onlyOne(quoted(code)),
    mostUrgent(`code:${quoted(code)}`),
  ]);
  if (labelled) return { ...labelled, named: true };
  // A product says nothing about a sale that is packed already.
  if (goods && worded && packed.includes(worded.status)) return null;
  return worded && { ...worded, named: [worded.remoteOrderId, worded.packId].includes(code.trim()) };
}

const mostUrgent = async (query: string): Promise<OtherSale | null> => {
  const { items } = await call(api.checkout.list, { query: { query, sort: 'limit', size: '1' } });
  return items[0] ?? null;
};

export const isTote = (code: string): boolean => /^T\d{6,}$/i.test(code.trim());

/**
 * The most urgent sale that is unstarted, or picked on a list, and needs the product with this code; of this warehouse
 * if one is there.
 */
export async function findWanting(code: string, warehouseId?: number): Promise<OtherSale | null> {
  const place = warehouseId === undefined ? '' : ` warehouse:${warehouseId}`;
  if (isTote(code)) return mostUrgent(`ready:yes tote:${quoted(code)}`);
  const here =
    (await mostUrgent(`status:pending listed:no code:${quoted(code)}${place}`)) ??
    (await mostUrgent(`ready:yes code:${quoted(code)}${place}`));
  return here ?? (place ? findWanting(code) : null);
}

/** SKUs of the products that share a scanned GTIN; empty if the code is unambiguous. */
export async function findSharing(code: string): Promise<string[]> {
  if (!isGtin(code.trim())) return [];
  const { items } = await call(api.passports.find, { query: { code: code.trim() } });
  const skus = items.flatMap(({ kind, about }) => (kind === 'product' ? [about] : []));
  return skus.length > 1 && !skus.some((sku) => asCode(sku) === asCode(code)) ? skus : [];
}

/** The most urgent unstarted sale of a warehouse. */
export async function findNext(warehouseId: number): Promise<number | null> {
  return (await mostUrgent(`status:pending listed:no warehouse:${warehouseId}`))?.id ?? null;
}
