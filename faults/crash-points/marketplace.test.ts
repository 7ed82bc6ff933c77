import { enumerateAll } from './enumerate-all.ts';
import { setStage } from './stage.ts';
import { buildFair, marketplaceUseCases } from './use-cases/marketplace.ts';

enumerateAll(await setStage(buildFair), marketplaceUseCases, [
  'notification → sale',
  'notification → canceled by the buyer',
  'claim decided: the money goes back',
  'canceled at the marketplace',
  'published',
  'stock pushed to two sellers',
  'packing confirmed, asked there first',
]);
