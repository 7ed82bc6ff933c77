import type { VirtualProduct } from '#contract/products/virtual-product.ts';
import { WhyQuantity } from '../../inventory/WhyQuantity.tsx';
import { Quantity } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';

/** How many of a kit can be sold; why, for who may be told what lies on the shelves. */
export function KitQuantity({ kit }: { kit: Pick<VirtualProduct, 'id' | 'name' | 'quantity'> }) {
  const { can } = useSession();
  return can('prices.read') ? (
    <WhyQuantity of={{ kit: kit.id }} value={kit.quantity} name={kit.name} />
  ) : (
    <Quantity value={kit.quantity} />
  );
}
