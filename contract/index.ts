import { auth } from './account/auth.ts';
import { passkeys } from './account/passkey.ts';
import { user } from './account/user.ts';
import { advertisements, advertisementsVariations } from './advertisements/advertisement.ts';
import { advertisementsImages } from './advertisements/advertisement-image.ts';
import { marginChanges } from './advertisements/margin-change.ts';
import { advertisementsPublications, publications } from './advertisements/publication.ts';
import { publicationsLink } from './advertisements/publication-link.ts';
import { billing } from './billing/billing.ts';
import { plans } from './billing/plan.ts';
import { apiKeys } from './business/api-key.ts';
import { audit } from './business/audit.ts';
import { bulkRuns } from './business/bulk-run.ts';
import { business } from './business/business.ts';
import { companies } from './business/company.ts';
import { dashboard } from './business/dashboard.ts';
import { imports } from './business/import/import.ts';
import { savedViews } from './business/saved-view.ts';
import { staff, staffInvitations } from './business/staff.ts';
import { webhookDeliveries, webhooks } from './business/webhook.ts';
import { bankAccount } from './dropshipping/bank-account.ts';
import { dropshipping } from './dropshipping/catalogue.ts';
import { disputes } from './dropshipping/dispute.ts';
import { dropinvoices } from './dropshipping/dropinvoice.ts';
import { dropshipItems } from './dropshipping/dropship-item.ts';
import { overdueCases } from './dropshipping/overdue-case.ts';
import { statements } from './dropshipping/statement.ts';
import type { EndpointDefinition } from './endpoint.ts';
import { balances } from './inventory/balance.ts';
import { batches } from './inventory/batch.ts';
import { inventoryLocations } from './inventory/inventory-location.ts';
import { passports } from './inventory/passport.ts';
import { stations } from './inventory/station.ts';
import { stock } from './inventory/stock.ts';
import { volumes } from './inventory/volume.ts';
import { volumesTags } from './inventory/volume-tag.ts';
import { warehouses } from './inventory/warehouse.ts';
import { warehouseCenterDashboard } from './inventory/warehouse-dashboard.ts';
import { zipCodes } from './inventory/zip-code.ts';
import { accountDoctors } from './marketplaces/account-doctor.ts';
import { answerTemplates } from './marketplaces/answer-template.ts';
import { chats, postsales } from './marketplaces/chat.ts';
import { marketplaces } from './marketplaces/marketplace.ts';
import { marketplaceAccounts } from './marketplaces/marketplace-account.ts';
import { marketplacesCategories } from './marketplaces/marketplace-category.ts';
import { notifications } from './marketplaces/notification.ts';
import { presales } from './marketplaces/question.ts';
import { reputations } from './marketplaces/reputation.ts';
import { reviews } from './marketplaces/review.ts';
import { checkout } from './orders/checkout.ts';
import { contentDeclarations } from './orders/content-declaration.ts';
import { manifests } from './orders/manifest.ts';
import { orders } from './orders/order.ts';
import { picking } from './orders/picking.ts';
import { refusedSales } from './orders/refused-sale.ts';
import { returns } from './orders/return.ts';
import { substitutes } from './orders/substitute.ts';
import { categories } from './products/category.ts';
import { images } from './products/image.ts';
import { products } from './products/product.ts';
import { productsLabels } from './products/product-label.ts';
import { productsTags } from './products/product-tag.ts';
import { productsVariations } from './products/variation.ts';
import { virtualProducts } from './products/virtual-product.ts';
import { printableRequests } from './supply/printable.ts';
import { pricesHistory, purchasing } from './supply/purchasing.ts';
import { supplyRequestsOngoing } from './supply/receiving.ts';
import { reportedProblems } from './supply/reported-problem.ts';
import { suppliers } from './supply/supplier.ts';
import { supplyRequests } from './supply/supply-request.ts';

/** The whole API: entity → act → endpoint. */
export const api = {
  checkout,
  advertisements,
  advertisementsImages,
  advertisementsPublications,
  advertisementsVariations,
  accountDoctors,
  marketplaceAccounts,
  marketplaces,
  marketplacesCategories,
  notifications,
  chats,
  postsales,
  presales,
  reputations,
  reviews,
  answerTemplates,
  publications,
  marginChanges,
  publicationsLink,
  categories,
  images,
  products,
  productsLabels,
  productsTags,
  productsVariations,
  virtualProducts,
  dropshipItems,
  dropshipping,
  balances,
  batches,
  inventoryLocations,
  passports,
  stations,
  stock,
  volumes,
  volumesTags,
  warehouses,
  warehouseCenterDashboard,
  zipCodes,
  auth,
  user,
  passkeys,
  apiKeys,
  webhooks,
  webhookDeliveries,
  savedViews,
  imports,
  audit,
  bulkRuns,
  business,
  staff,
  staffInvitations,
  companies,
  dashboard,
  plans,
  billing,
  bankAccount,
  dropinvoices,
  disputes,
  overdueCases,
  statements,
  orders,
  substitutes,
  picking,
  refusedSales,
  returns,
  contentDeclarations,
  manifests,
  suppliers,
  supplyRequests,
  supplyRequestsOngoing,
  printableRequests,
  reportedProblems,
  pricesHistory,
  purchasing,
} as const satisfies Record<string, Record<string, EndpointDefinition>>;

export type Api = typeof api;
