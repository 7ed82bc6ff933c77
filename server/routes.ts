import type { EndpointDefinition } from '#contract/endpoint.ts';
import type { Api } from '#contract/index.ts';
import { campaignAdRoutes, campaignRoutes } from '#server/advertisements/campaign/campaign-routes.ts';
import { fulfillmentRoutes } from '#server/advertisements/fulfillment/fulfillment-routes.ts';
import { advertisementImageRoutes } from '#server/advertisements/images/image-routes.ts';
import { virtualProductRoutes } from '#server/advertisements/kit/kit-routes.ts';
import { publicationsLinkRoutes } from '#server/advertisements/link/link-routes.ts';
import { marginChangeRoutes } from '#server/advertisements/margin/margin-routes.ts';
import { priceScheduleRoutes } from '#server/advertisements/schedule/schedule-routes.ts';
import { authRoutes, passkeyRoutes, userRoutes } from './account/routes.ts';
import {
  dashboardRoutes,
  homeSalesRoutes,
  warehouseCenterDashboardRoutes,
} from './across/dashboard/dashboard-routes.ts';
import { exampleRoutes } from './across/examples/examples-routes.ts';
import { importRoutes } from './across/import/import-routes.ts';
import {
  accountSyncRoutes,
  advertisementRoutes,
  advertisementsPublicationRoutes,
  advertisementsVariationRoutes,
  offerReasonRoutes,
  publicationRoutes,
} from './advertisements/routes.ts';
import { billingRoutes, planRoutes } from './billing/routes.ts';
import { joiningRoutes, leavingRoutes } from './business/person-routes.ts';
import {
  apiKeyRoutes,
  auditRoutes,
  bulkRunRoutes,
  businessRoutes,
  companyRoutes,
  savedViewRoutes,
  staffInvitationRoutes,
  staffRoutes,
  webhookDeliveryRoutes,
  webhookRoutes,
} from './business/routes.ts';
import {
  bankAccountRoutes,
  bankStatementRoutes,
  catalogueRoutes,
  disputeRoutes,
  dropinvoiceRoutes,
  dropshipItemRoutes,
  overdueCaseRoutes,
  pairBalanceRoutes,
  statementRoutes,
} from './dropshipping/routes.ts';
import type { Handlers } from './http/route.ts';
import { balanceRoutes } from './inventory/balance/balance-routes.ts';
import {
  batchRoutes,
  cartRoutes,
  inventoryLocationRoutes,
  passportRoutes,
  pickFaceRoutes,
  placeLabelRoutes,
  refillRoutes,
  serialRoutes,
  stockRoutes,
  vendorReturnRoutes,
  volumeRoutes,
  volumeTagRoutes,
  warehouseRoutes,
  zipCodeRoutes,
} from './inventory/routes.ts';
import { stationRoutes } from './inventory/station/station-routes.ts';
import { chatRoutes, postsaleRoutes } from './marketplaces/chats/chat-routes.ts';
import { accountDoctorRoutes } from './marketplaces/doctor/doctor-routes.ts';
import { accountLocationRoutes } from './marketplaces/locations/location-routes.ts';
import { answerTemplateRoutes, presaleRoutes } from './marketplaces/questions/question-routes.ts';
import { reputationRoutes } from './marketplaces/reputation/reputation-routes.ts';
import { reviewRoutes } from './marketplaces/reviews/review-routes.ts';
import {
  marketplaceAccountRoutes,
  marketplaceRoutes,
  marketplacesCategoryRoutes,
  notificationRoutes,
} from './marketplaces/routes.ts';
import { carrierRoutes } from './orders/carriers/carrier-routes.ts';
import { checkoutRoutes } from './orders/checkout/checkout-routes.ts';
import { declarationRoutes } from './orders/declarations/declaration-routes.ts';
import { manifestRoutes } from './orders/manifests/manifest-routes.ts';
import {
  payoutFileRoutes,
  payoutLineRoutes,
  payoutReadingRoutes,
  payoutRoutes,
} from './orders/payouts/payout-routes.ts';
import { pickingRoutes } from './orders/picking/picking-routes.ts';
import { returnRoutes } from './orders/returns/return-routes.ts';
import { orderRoutes, orderTagRoutes, productivityRoutes, profitRoutes } from './orders/routes.ts';
import { refusedSaleRoutes, substituteRoutes } from './orders/substitutes/substitute-routes.ts';
import { waveRoutes } from './orders/waves/wave-routes.ts';
import {
  categoryRoutes,
  imageRoutes,
  productLabelRoutes,
  productRoutes,
  productTagRoutes,
  productVariationRoutes,
} from './products/routes.ts';
import {
  pricesHistoryRoutes,
  printableRequestRoutes,
  purchasingRoutes,
  reportedProblemRoutes,
  supplierRoutes,
  supplyRequestRoutes,
  supplyRequestsOngoingRoutes,
} from './supply/routes.ts';

type AllHandlers = {
  [Entity in keyof Api]: Api[Entity] extends Record<string, EndpointDefinition>
    ? Handlers<Api[Entity]>
    : never;
};

/**
 * Every endpoint bound once: entity by entity, from the areas' tables of contents. An act whose rule belongs to a higher
 * area than its entity comes from that area.
 */
export const handlers: AllHandlers = {
  checkout: checkoutRoutes,
  advertisements: advertisementRoutes,
  advertisementsPublications: advertisementsPublicationRoutes,
  advertisementsImages: advertisementImageRoutes,
  advertisementsVariations: advertisementsVariationRoutes,
  accountDoctors: accountDoctorRoutes,
  accountLocations: accountLocationRoutes,
  marketplaceAccounts: { ...marketplaceAccountRoutes, ...accountSyncRoutes },
  marketplaces: marketplaceRoutes,
  marketplacesCategories: marketplacesCategoryRoutes,
  notifications: notificationRoutes,
  chats: chatRoutes,
  postsales: postsaleRoutes,
  presales: presaleRoutes,
  reputations: reputationRoutes,
  reviews: reviewRoutes,
  answerTemplates: answerTemplateRoutes,
  publications: publicationRoutes,
  publicationsLink: publicationsLinkRoutes,
  campaigns: campaignRoutes,
  campaignsAds: campaignAdRoutes,
  fulfillmentStocks: fulfillmentRoutes,
  marginChanges: marginChangeRoutes,
  priceSchedules: priceScheduleRoutes,
  virtualProducts: virtualProductRoutes,
  categories: categoryRoutes,
  images: imageRoutes,
  products: productRoutes,
  productsLabels: productLabelRoutes,
  productsTags: productTagRoutes,
  productsVariations: productVariationRoutes,
  dropshipItems: dropshipItemRoutes,
  dropshipping: { ...catalogueRoutes, ...offerReasonRoutes },
  inventoryLocations: inventoryLocationRoutes,
  carts: cartRoutes,
  pickFaces: pickFaceRoutes,
  refills: refillRoutes,
  serials: serialRoutes,
  vendorReturns: vendorReturnRoutes,
  placesLabels: placeLabelRoutes,
  passports: passportRoutes,
  stations: stationRoutes,
  stock: stockRoutes,
  volumes: volumeRoutes,
  balances: balanceRoutes,
  batches: batchRoutes,
  volumesTags: volumeTagRoutes,
  warehouses: warehouseRoutes,
  warehouseCenterDashboard: warehouseCenterDashboardRoutes,
  zipCodes: zipCodeRoutes,
  auth: { ...authRoutes, ...joiningRoutes },
  user: { ...userRoutes, ...leavingRoutes },
  passkeys: passkeyRoutes,
  apiKeys: apiKeyRoutes,
  webhooks: webhookRoutes,
  webhookDeliveries: webhookDeliveryRoutes,
  savedViews: savedViewRoutes,
  imports: importRoutes,
  examples: exampleRoutes,
  audit: auditRoutes,
  bulkRuns: bulkRunRoutes,
  business: businessRoutes,
  staff: staffRoutes,
  staffInvitations: staffInvitationRoutes,
  companies: companyRoutes,
  dashboard: dashboardRoutes,
  homeSales: homeSalesRoutes,
  plans: planRoutes,
  billing: billingRoutes,
  bankAccount: bankAccountRoutes,
  bankStatements: bankStatementRoutes,
  payoutFiles: payoutFileRoutes,
  payoutLines: payoutLineRoutes,
  carriers: carrierRoutes,
  waves: waveRoutes,
  payoutReadings: payoutReadingRoutes,
  payouts: payoutRoutes,
  dropinvoices: dropinvoiceRoutes,
  pairBalances: pairBalanceRoutes,
  disputes: disputeRoutes,
  overdueCases: overdueCaseRoutes,
  statements: statementRoutes,
  orders: orderRoutes,
  ordersTags: orderTagRoutes,
  productivity: productivityRoutes,
  profits: profitRoutes,
  substitutes: substituteRoutes,
  picking: pickingRoutes,
  refusedSales: refusedSaleRoutes,
  returns: returnRoutes,
  contentDeclarations: declarationRoutes,
  manifests: manifestRoutes,
  suppliers: supplierRoutes,
  supplyRequests: supplyRequestRoutes,
  supplyRequestsOngoing: supplyRequestsOngoingRoutes,
  printableRequests: printableRequestRoutes,
  reportedProblems: reportedProblemRoutes,
  pricesHistory: pricesHistoryRoutes,
  purchasing: purchasingRoutes,
};
