import type { Permission } from '#contract/permissions.ts';

/**
 * Whose quantity it is: a shelf row; all shelves of a variation (or its shelf in one warehouse) or of a product; an
 * advertisement; a published variation; all variations of a publication (or those of one ad there); a kit; an offer of the
 * catalogue, or the variations of one product there.
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

/** Who may be told its terms; a kit's are not for all who read kits. */
export function permissionFor(of: QuantityOf): Permission {
  if ('stock' in of || 'variation' in of || 'product' in of) return 'volumes.read';
  if ('advertisement' in of) return 'advertisements.read';
  if ('published' in of || 'publication' in of) return 'publications.read';
  return 'kit' in of ? 'prices.read' : 'dropshipping.read';
}
