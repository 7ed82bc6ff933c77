import type { SourcePlant } from './plant.ts';
import { floorPlants } from './plants/floor.ts';
import { keepingPlants } from './plants/keeping.ts';
import { marketPlants } from './plants/market.ts';
import { moneyPlants } from './plants/money.ts';
import { payoutPlants } from './plants/payouts.ts';
import { peoplePlants } from './plants/people.ts';
import { purchasingPlants } from './plants/purchasing.ts';
import { stockPlants } from './plants/stock.ts';
import { tenantPlants } from './plants/tenants.ts';
import { workPlants } from './plants/work.ts';

export const sourcePlants: readonly SourcePlant[] = [
  ...stockPlants,
  ...moneyPlants,
  ...payoutPlants,
  ...tenantPlants,
  ...peoplePlants,
  ...marketPlants,
  ...keepingPlants,
  ...purchasingPlants,
  ...floorPlants,
  ...workPlants,
];
