import type { EndpointDefinition, ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Translate } from '../i18n.ts';
import { paths } from '../paths.ts';
import type { Session } from '../session.ts';
import type { PaletteEntry, PaletteRecords } from '../ui/CommandPalette.tsx';
import { allowed } from '../use-session.ts';

type ItemOf<E extends EndpointDefinition> = ResponseOf<E> extends { items: (infer I)[] } ? I : never;

function records<E extends EndpointDefinition>(
  permission: Permission,
  label: string,
  endpoint: E,
  entry: (item: ItemOf<E>) => PaletteEntry,
): PaletteRecords & { permission: Permission } {
  // What a list endpoint answers has the shape it declares: the server parses it on the way out.
  return { permission, key: endpoint.path, label, endpoint, entry: (item) => entry(item as ItemOf<E>) };
}

/** Records that Ctrl-K finds, by what the reader may read. */
export function recordsFor(session: Session, t: Translate<'ui'>): PaletteRecords[] {
  return [
    records('orders.read', t('menu.sales'), api.orders.list, (order) => ({
      id: order.id,
      label: `#${order.id} ${order.buyerName}`,
      hint: order.items,
      to: paths.orders.order(order.id),
    })),
    records('products.read', t('menu.products'), api.products.list, (product) => ({
      id: product.id,
      label: product.name,
      to: paths.products.product(product.id),
    })),
    records('advertisements.read', t('menu.advertisements'), api.advertisements.list, (advertisement) => ({
      id: advertisement.id,
      label: advertisement.product,
      hint: advertisement.brand,
      to: paths.advertisements.advertisement(advertisement.id),
    })),
    records('checkout.read', t('menu.checkoutList'), api.checkout.list, (sale) => ({
      id: sale.id,
      label: `#${sale.id}`,
      to: paths.orders.pack(sale.id),
    })),
    records('warehouses.read', t('menu.warehouses'), api.warehouses.list, (warehouse) => ({
      id: warehouse.id,
      label: warehouse.name,
      to: paths.inventory.warehouse(warehouse.id),
    })),
  ].filter(({ permission }) => allowed(session, permission));
}
