import type { VirtualProduct } from '#contract/products/virtual-product.ts';
import { WhyQuantity } from '../../inventory/WhyQuantity.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';

/** Quantity of a kit that can be sold, with its terms for readers with the permission. */
export function KitQuantity({ kit }: { kit: Pick<VirtualProduct, 'id' | 'name' | 'quantity'> }) {
  const { can } = useSession();
  return can('prices.read') ? (
    <WhyQuantity of={{ kit: kit.id }} value={kit.quantity} name={kit.name} />
  ) : (
    <Quantity value={kit.quantity} />
  );
}
