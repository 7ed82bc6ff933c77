/** Whoever comes: nothing here reads or changes what belongs to a business without a secret of its own in the body or the address. */
export const publicEndpoints = [
  'auth.activate',
  'auth.forgotPassword',
  'auth.refresh',
  'auth.registerBusiness',
  'auth.registerStaff',
  'auth.resendActivation',
  'auth.resetPassword',
  'auth.signIn',
  'auth.signOut',
  'auth.stopTwoStepReset',
  'auth.verifyInvitation',
  'auth.verifyToken',
  'notifications.receive',
  'printableRequests.answer',
  'printableRequests.detail',
  'stations.enter',
  'stations.people',
];

/** Whoever is signed in: their own person, and what belongs to nobody. */
export const signedInEndpoints = [
  'apiKeys.current',
  'auth.activateOtp',
  'auth.confirmPassword',
  'auth.disableOtp',
  'auth.otp',
  'auth.renewRecoveryCodes',
  'auth.session',
  'auth.setupOtp',
  'auth.switchBusiness',
  'business.create',
  'passkeys.create',
  'passkeys.list',
  'passkeys.prepare',
  'passkeys.remove',
  'passkeys.requestProof',
  'passkeys.update',
  'user.changePassword',
  'user.detail',
  'user.download',
  'user.endOtherSessions',
  'user.endSession',
  'user.removal',
  'user.remove',
  'user.sessions',
  'user.update',
  'user.updatePin',
  'zipCodes.detail',
];

/** Reads that are more than a look: a label and an NF-e are somebody's to print, a whole trail the owner's to take out. */
export const readsOfTheirOwnRight = ['audit.export', 'checkout.downloadNfe', 'checkout.downloadTag'];

/** What a PIN at a station opens of all that, whoever it belongs to; decided one by one, like the rights themselves. */
export const decidedFloor = `products.read products.measure categories.read images.read thumbnails.read
  warehouses.read locations.read volumes.read volumes.create volumes.update volumes.move volumes.zero-check
  balances.read balances.start balances.count batches.read batches.create receiving.read receiving.advance
  reported-problems.read reported-problems.create checkout.read checkout.pack checkout.reset checkout.cancel
  checkout.dispatch checkout.label picking.read picking.create picking.assign picking.pick picking.cancel
  picking.put-back returns.read returns.receive`.split(/\s+/);

/** What every signed-in person may call at a station too. */
export const signedInAtStation = ['auth.session'];

/** What every signed-in person may call with a key too. */
export const signedInByKey = ['apiKeys.current'];

/** What no key opens, whatever its role; decided one by one. */
export const decidedShutToKeys =
  `business.update business.secure staff.read staff.manage companies.terms audit.read
  audit.export api-keys.read api-keys.manage webhooks.read webhooks.manage plans.change balances.approve balances.settings stations.read
  stations.manage supply-requests.approve purchasing.settings bank-account.read bank-account.update dropinvoices.pay
  dropinvoices.decide dropinvoices.credit disputes.open disputes.decide accounts.connect accounts.reconnect accounts.remove checkout.override`.split(
    /\s+/,
  );

/** People, rights, money and settings: whatever comes to be one of these, no key opens it. */
export const neverByKey =
  /^(staff|audit|api-keys|webhooks|stations|bank-account)\b|\.(secure|settings|terms|approve|pay|override)$|^plans\.change$/;

/** Acts of money, staff, settings and rights: whatever the floor comes to be, none of these is in it. */
export const neverOnFloor =
  /^(business|staff|companies|audit|plans|prices|purchasing|dropship|bank-account|dropinvoices|disputes|accounts|advertisements|publications|orders|suppliers|supply-requests|stations)\b|\.(approve|adjust|settings|override|decide|delete)$/;

/**
 * The decided rights, beside the table that grants them: o owner, a administrator, t stockist, p packer, d distributor,
 * s seller, u supplier; behind it the type of business where there is only one.
 */
export const decidedRights: Readonly<Record<string, string>> = {
  'business.read': 'oatpdsu',
  'business.update': 'oa',
  'business.secure': 'o',
  'staff.read': 'oa',
  'staff.manage': 'o',
  'companies.read': 'oasu',
  'companies.create': 'oas sales',
  'companies.update': 'oa supply',
  'companies.terms': 'o supply',
  'companies.accept': 'oau supply',
  'audit.read': 'oa',
  'audit.export': 'o',
  'api-keys.read': 'o',
  'api-keys.manage': 'o',
  'webhooks.read': 'oa',
  'webhooks.manage': 'oa',
  'saved-views.read': 'oatpdsu',
  'saved-views.write': 'oatpdsu',
  'saved-views.share': 'oa',
  'dashboard.read': 'oatpdsu',
  'warehouse-dashboard.read': 'oatpdu',
  'warehouse-dashboard.shelf': 'oatu',
  'plans.read': 'oasu',
  'presales.answer': 'oas sales',
  'presales.read': 'oas sales',
  'plans.change': 'o',
  'prices.read': 'oasu',
  'products.read': 'oatpdsu',
  'products.create': 'oasu',
  'products.update': 'oasu',
  'products.measure': 'oatsu',
  'products.delete': 'oa',
  'virtual-products.read': 'oatpsu',
  'virtual-products.create': 'oasu',
  'virtual-products.update': 'oasu',
  'virtual-products.delete': 'oa',
  'categories.read': 'oatpsu',
  'categories.create': 'oasu',
  'categories.update': 'oa',
  'categories.delete': 'oa',
  'images.read': 'oatpsu',
  'thumbnails.read': 'oatpdsu',
  'images.create': 'oatsu',
  'images.update': 'oasu',
  'images.delete': 'oasu',
  'warehouses.read': 'oatpdsu',
  'warehouses.create': 'oa',
  'warehouses.update': 'oa',
  'warehouses.delete': 'o',
  'locations.read': 'oatpdsu',
  'locations.create': 'oat',
  'locations.update': 'oa',
  'locations.delete': 'oa',
  'batches.create': 'oat',
  'batches.delete': 'o',
  'batches.read': 'oatpsu',
  'batches.update': 'oat',
  'volumes.read': 'oatpdsu',
  'volumes.update': 'oat',
  'volumes.create': 'oat',
  'volumes.adjust': 'oa',
  'volumes.unlaunch': 'oa',
  'balances.read': 'oatpsu',
  'balances.start': 'oat',
  'balances.count': 'oatp',
  'balances.approve': 'oa',
  'balance-reports.read': 'oatu',
  'balances.settings': 'o',
  'volumes.zero-check': 'oatp',
  'volumes.move': 'oatp',
  'volumes.delete': 'o',
  'stations.read': 'oat',
  'stations.manage': 'oat',
  'suppliers.read': 'oatsu',
  'suppliers.create': 'oasu',
  'suppliers.update': 'oasu',
  'suppliers.delete': 'oa',
  'supplier-documents.read': 'oasu',
  'supply-requests.read': 'oatsu',
  'supply-requests.create': 'oasu',
  'supply-requests.update': 'oasu',
  'supply-requests.approve': 'oa',
  'purchasing.settings': 'o',
  'receiving.read': 'oatsu',
  'receiving.advance': 'oat',
  'receiving.undo': 'oa',
  'receiving.reopen': 'o',
  'reported-problems.read': 'oatpdsu',
  'reported-problems.create': 'oatpdsu',
  'reported-problems.solve': 'oatsu',
  'dropship-items.read': 'oatu',
  'dropship-items.create': 'oau',
  'dropship-items.update': 'oau',
  'dropship-items.delete': 'oa',
  'dropshipping.read': 'oas sales',
  'bank-account.read': 'oau supply',
  'bank-account.update': 'o supply',
  'dropinvoices.read': 'oas sales, oau supply',
  'dropinvoices.pay': 'oas sales',
  'dropinvoices.attach': 'oau supply',
  'dropinvoices.decide': 'oa supply',
  'dropinvoices.credit': 'oa supply',
  'disputes.open': 'oas sales',
  'disputes.decide': 'oa supply',
  'accounts.read': 'oas sales',
  'accounts.connect': 'oa sales',
  'accounts.reconnect': 'oas sales',
  'accounts.remove': 'o sales',
  'advertisements.read': 'oas sales',
  'advertisements.create': 'oas sales',
  'advertisements.update': 'oas sales',
  'advertisements.delete': 'oa sales',
  'publications.read': 'oas sales',
  'publications.create': 'oas sales',
  'publications.update': 'oas sales',
  'orders.read': 'oatpds sales',
  'orders.create': 'oas sales',
  'orders.update': 'oas sales',
  'orders.cancel': 'oas sales',
  'picking.read': 'oatpdu',
  'picking.create': 'oatp',
  'picking.assign': 'oat',
  'picking.pick': 'oap',
  'picking.cancel': 'oatp',
  'picking.put-back': 'oatp',
  'returns.read': 'oatpu',
  'returns.receive': 'oat',
  'checkout.read': 'oatpdu',
  'checkout.pack': 'oap',
  'checkout.reset': 'oatp',
  'checkout.cancel': 'oatpu',
  'checkout.dispatch': 'oad',
  'checkout.override': 'oa',
  'checkout.decide': 'oau',
  'checkout.label': 'oatpdsu',
  'checkout.document': 'oasu',
};
