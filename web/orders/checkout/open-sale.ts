import { api } from '#contract/index.ts';
import { call } from '../../api.ts';

/** The sale that a scanned code means: our own label, its number, or any number the marketplace gave it. */
export async function findSale(code: string): Promise<number | null> {
  const own = /^(?:VENDA-)?(\d{1,9})$/i.exec(code.trim())?.[1];
  if (own) {
    const found = await call(api.checkout.detail, { params: { id: Number(own) } }).catch(() => null);
    if (found) return found.id;
  }
  const query = `"${code.trim().replaceAll('"', '')}"`;
  const { items } = await call(api.checkout.list, { query: { query, size: '2' } });
  return items.length === 1 ? (items[0]?.id ?? null) : null;
}
