import { enumerateAll } from './enumerate-all.ts';
import { setStage } from './stage.ts';
import { buildPurchasing, purchasingUseCases } from './use-cases/purchasing.ts';

enumerateAll(await setStage(buildPurchasing), purchasingUseCases, [
  'volume of a receipt launched',
  'receipt taken back from the shelf',
]);
