import { isGtin } from '#contract/codes.ts';
import type { AnyEndpoint, ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Translate } from '../i18n.ts';
import { paths } from '../paths.ts';
import type { Session } from '../session.ts';
import type { PaletteEntry, PaletteRecords } from '../ui/CommandPalette.tsx';
import { allowed } from '../use-session.ts';

type ItemOf<E extends AnyEndpoint> = ResponseOf<E> extends { items: (infer I)[] } ? I : never;

function records<E extends AnyEndpoint>(
  permission: Permission,
  label: string,
  endpoint: E,
  entry: (item: ItemOf<E>, words: string) => PaletteEntry,
): PaletteRecords & { permission: Permission } {
  // Responses have the declared shape, since the server parses them.
  const shown = (item: unknown, words: string) => entry(item as ItemOf<E>, words);
  return { permission, key: endpoint.path, label, endpoint, entry: shown };
}

type Sale = { id: number; remoteOrderId: string | null; packId: string | null; trackingCode: string };

/** The number at the marketplace, or the one that matches the search. */
function numberOf({ remoteOrderId, packId, trackingCode }: Sale, words: string): string {
  const numbers = [remoteOrderId, packId, trackingCode];
  return numbers.find((number) => number && sameCode(number, words)) ?? remoteOrderId ?? '';
}

/** The code by which an advertisement was found. */
function codeOf({ publications }: { publications: { code: string | null }[] }, words: string): string {
  return publications.find(({ code }) => code && sameCode(code, words))?.code ?? '';
}

const sameCode = (number: string, words: string) => number.toLowerCase().includes(words.toLowerCase());

const isIdsOrQuery = (codes: readonly (string | null)[], words: string) =>
  codes.some((code) => code?.toLowerCase() === words.toLowerCase());

/** Products come before the sales that contain them, unless the search is a number of a sale. */
export function recordsFor(session: Session, t: Translate<'ui'>): PaletteRecords[] {
  const saleLabel = (sale: Sale, words: string, who: string) =>
    [t('palette.sale', { number: sale.id }), numberOf(sale, words), who].filter(Boolean).join(' · ');
  return [
    {
      // An advertisement has no EAN itself; its parts do.
      queryOf: (words: string) => (isGtin(words) ? `gtin:${words}` : words),
      ...records(
        'advertisements.read',
        t('menu.advertisements'),
        api.advertisements.list,
        (advertisement, words) => ({
          id: advertisement.id,
          label: [codeOf(advertisement, words), advertisement.product].filter(Boolean).join(' · '),
          hint: advertisement.brand,
          to: paths.advertisements.advertisement(advertisement.id),
          // The row has no SKUs of the parts, so a match outside its name is one of its codes.
          exact: !sameCode(`${advertisement.product} ${advertisement.brand}`, words),
        }),
      ),
    },
    records('products.read', t('menu.products'), api.products.list, (product, words) => ({
      id: product.id,
      label: product.name,
      to: paths.products.product(product.id),
      exact: isIdsOrQuery([product.sku], words),
    })),
    records('dropshipping.read', t('menu.catalogue'), api.dropshipping.list, (offer, words) => ({
      id: offer.id,
      label: `${offer.name} · ${offer.supplier.name}`,
      hint: [offer.sku, offer.gtin].filter(Boolean).join(' · '),
      to: paths.dropshipping.catalogue({ offer: offer.id }),
      exact: isIdsOrQuery([offer.sku, offer.gtin], words),
    })),
    records('orders.read', t('menu.sales'), api.orders.list, (order, words) => ({
      id: order.id,
      label: saleLabel(order, words, order.buyerName),
      hint: order.items,
      to: paths.orders.order(order.id),
      exact: isIdsOrQuery([order.remoteOrderId, order.packId, order.trackingCode, String(order.id)], words),
    })),
    records('checkout.read', t('menu.checkoutList'), api.checkout.list, (sale, words) => ({
      id: sale.id,
      label: saleLabel(sale, words, sale.seller.name),
      hint: sale.items,
      to: paths.orders.pack(sale.id),
    })),
    records('warehouses.read', t('menu.warehouses'), api.warehouses.list, (warehouse) => ({
      id: warehouse.id,
      label: warehouse.name,
      to: paths.inventory.warehouse(warehouse.id),
    })),
  ].filter(({ permission }) => allowed(session, permission));
}
