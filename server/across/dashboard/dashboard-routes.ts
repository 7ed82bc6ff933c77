import type { api } from '#contract/index.ts';
import type { Handlers } from '#server/http/route.ts';
import { readDashboard } from './dashboard.ts';
import { readHomeAds, readHomeSales } from './home-sales.ts';
import { readWarehouseDashboard } from './warehouse-dashboard.ts';

export const dashboardRoutes: Handlers<typeof api.dashboard> = {
  detail: ({ tx, actor }) => readDashboard(tx, actor),
};

export const homeSalesRoutes: Handlers<typeof api.homeSales> = {
  detail: ({ tx }) => readHomeSales(tx),
  ads: ({ tx }) => readHomeAds(tx),
};

export const warehouseCenterDashboardRoutes: Handlers<typeof api.warehouseCenterDashboard> = {
  detail: ({ tx, actor }) => readWarehouseDashboard(tx, actor),
};
