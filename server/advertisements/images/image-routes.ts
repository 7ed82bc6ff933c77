import type { advertisementsImages } from '#contract/advertisements/advertisement-image.ts';
import type { Handlers } from '#server/http/route.ts';
import { listAdvertisementImages } from './advertisement-image.ts';

export const advertisementImageRoutes: Handlers<typeof advertisementsImages> = {
  list: ({ tx, outside, query }) => listAdvertisementImages(tx, outside, query),
};
