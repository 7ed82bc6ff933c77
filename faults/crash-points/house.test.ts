import { enumerateAll } from './enumerate-all.ts';
import { setStage } from './stage.ts';
import { buildHouse, houseUseCases } from './use-cases/house.ts';

enumerateAll(await setStage(buildHouse), houseUseCases, [
  'a sale by hand',
  'canceled by the seller after packing',
  'refused by the supplier',
  'packing confirmed',
  'packing taken back',
  'volume launched',
  'volume adjusted',
  'invoices closed at midnight',
  'invoice paid with its proof',
  'payment of an invoice approved',
]);
