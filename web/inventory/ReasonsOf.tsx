import { QuantityReasonsOf } from '../advertisements/reasons/QuantityReasonsOf.tsx';
import { ReasonsOfPublication } from '../advertisements/reasons/ReasonsOfPublication.tsx';
import type { QuantityOf } from './quantity-of.ts';
import { ReasonsOfShelves } from './ReasonsOfShelves.tsx';
import { StockReasons } from './StockReasons.tsx';

/** The terms of any kind of quantity. */
export default function ReasonsOf({ of }: { of: QuantityOf }) {
  if ('stock' in of) return <StockReasons stockId={of.stock} />;
  if ('product' in of) return <ReasonsOfShelves query={`product:${of.product}`} />;
  if ('variation' in of)
    return (
      <ReasonsOfShelves
        query={[`variation:${of.variation}`, of.warehouse && `warehouse:${of.warehouse}`]
          .filter(Boolean)
          .join(' ')}
      />
    );
  return 'publication' in of ? <ReasonsOfPublication {...of} /> : <QuantityReasonsOf of={of} />;
}
