import { enumerateAll } from './enumerate-all.ts';
import { setStage } from './stage.ts';
import { buildFair, marketplaceUseCases } from './use-cases/marketplace.ts';

enumerateAll(await setStage(buildFair), marketplaceUseCases);
