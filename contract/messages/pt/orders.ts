import { bench, benchFailures } from './orders-bench.ts';
import { carriers, carriersFailures, carriersSuccesses } from './orders-carriers.ts';
import { declarations, declarationsFailures, declarationsSuccesses } from './orders-declarations.ts';
import { fiscal, fiscalFailures, fiscalSuccesses } from './orders-fiscal.ts';
import { manifests, manifestsFailures, manifestsSuccesses } from './orders-manifests.ts';
import { payouts, payoutsFailures, payoutsSuccesses } from './orders-payouts.ts';
import { picking, pickingFailures, pickingSuccesses } from './orders-picking.ts';
import { productivity, productivityFailures } from './orders-productivity.ts';
import { profits, profitsFailures } from './orders-profits.ts';
import { returns, returnsFailures, returnsSuccesses } from './orders-returns.ts';
import { sales, salesFailures, salesSuccesses } from './orders-sales.ts';
import {
  refusedSales,
  substitutes,
  substitutesFailures,
  substitutesSuccesses,
} from './orders-substitutes.ts';
import { waves, wavesFailures, wavesSuccesses } from './orders-waves.ts';

export const orders = {
  ...sales,
  failures: {
    ...salesFailures,
    ...benchFailures,
    ...pickingFailures,
    ...wavesFailures,
    ...productivityFailures,
    ...profitsFailures,
    ...returnsFailures,
    ...carriersFailures,
    ...manifestsFailures,
    ...payoutsFailures,
    ...declarationsFailures,
    ...fiscalFailures,
    ...substitutesFailures,
  },
  successes: {
    ...salesSuccesses,
    ...pickingSuccesses,
    ...wavesSuccesses,
    ...returnsSuccesses,
    ...carriersSuccesses,
    ...manifestsSuccesses,
    ...payoutsSuccesses,
    ...declarationsSuccesses,
    ...fiscalSuccesses,
    ...substitutesSuccesses,
  },
  bench,
  productivity,
  profits,
  /** Texts printed on our own parcel label. */
  parcelLabel: {
    title: 'SEM ETIQUETA DO MARKETPLACE',
    text: 'Não entregue assim. Bipe este código na bancada para imprimir a etiqueta do marketplace e cole por cima.',
  },
  picking,
  waves,
  returns,
  carriers,
  manifests,
  payouts,
  declarations,
  fiscal,
  substitutes,
  refusedSales,
};
