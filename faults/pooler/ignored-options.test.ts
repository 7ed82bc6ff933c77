import { tenancyThrough } from './tenancy.ts';

await tenancyThrough(true);
