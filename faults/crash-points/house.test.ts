import { enumerateAll } from './enumerate-all.ts';
import { setStage } from './stage.ts';
import { buildHouse, houseUseCases } from './use-cases/house.ts';

enumerateAll(await setStage(buildHouse), houseUseCases);
