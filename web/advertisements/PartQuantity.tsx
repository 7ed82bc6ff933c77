import { WhyQuantity } from '../inventory/WhyQuantity.tsx';
import { Quantity } from '../ui/page/values.tsx';
import type { PartValues } from './advertisement-values.ts';

/** Available quantity of a part; a withdrawn offer has no terms. */
export const PartQuantity = ({ part: { offer, available, warehouseId, active } }: { part: PartValues }) =>
  warehouseId === null || active === false ? (
    <Quantity value={available} />
  ) : (
    <WhyQuantity of={{ offers: [offer.id] }} value={available} name={offer.name} />
  );
