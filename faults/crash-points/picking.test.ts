import { enumerateAll } from './enumerate-all.ts';
import { setStage } from './stage.ts';
import { buildFloor, pickingUseCases } from './use-cases/picking.ts';

enumerateAll(await setStage(buildFloor), pickingUseCases, [
  'unit of a list fetched',
  'units of a list put back',
]);
