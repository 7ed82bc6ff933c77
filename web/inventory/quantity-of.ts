import type { Permission } from '#contract/permissions.ts';

/**
 * The owner of a quantity: a stock level; all stock levels of a variation (or its one in a warehouse) or of a
 * product; an advertisement; a published variation; all variations of a publication (or those of one ad in it); a
 * kit; an offer of the catalogue, or the variations of a product in it.
 */
export type QuantityOf =
  | { stock: number }
  | { variation: number; warehouse?: number }
  | { product: number }
  | { advertisement: number }
  | { published: number }
  | { publication: number; remoteItem?: string }
  | { kit: number }
  | { offers: readonly number[] };

/** Permission to see the terms; not everybody who reads kits may see those of a kit. */
export function permissionFor(of: QuantityOf): Permission {
  if ('stock' in of || 'variation' in of || 'product' in of) return 'volumes.read';
  if ('advertisement' in of) return 'advertisements.read';
  if ('published' in of || 'publication' in of) return 'publications.read';
  return 'kit' in of ? 'prices.read' : 'dropshipping.read';
}
