/**
 * What each role may do in each area, as the domain decided it before anything was built: one cell for each role, in
 * the order of the roles. R read, C create, U update, D delete, — nothing, ¤ without prices, w only in own warehouses,
 * other acts in words; `means` maps a letter or a word to permissions.
 */
export type Area = { business?: 'sales' | 'supply'; cells: string; means: Readonly<Record<string, string>> };

const lifeOf = (name: string) => ({
  R: `${name}.read`,
  C: `${name}.create`,
  U: `${name}.update`,
  D: `${name}.delete`,
});

export const areas: Readonly<Record<string, Area>> = {
  'business profile': {
    cells: 'RU, delete, transfer | RU | R | R | R | R | R',
    means: {
      R: 'business.read',
      U: 'business.update',
      delete: 'business.secure',
      transfer: 'staff.manage business.secure',
    },
  },
  staff: {
    cells: 'RCUD, change role | R | — | — | — | — | —',
    means: {
      R: 'staff.read',
      C: 'staff.manage',
      U: 'staff.manage',
      D: 'staff.manage',
      'change role': 'staff.manage',
    },
  },
  'companies (trade links)': {
    cells: 'RCUD, set terms | RCU | — | — | — | RC (request) | R, accept',
    // A link is blocked through its terms and remains.
    means: {
      R: 'companies.read',
      C: 'companies.create',
      U: 'companies.update companies.accept',
      D: 'companies.terms',
      'set terms': 'companies.terms',
      accept: 'companies.accept',
    },
  },
  'supplier-bank-account': {
    cells: 'RCUD (OTP) | R | — | — | — | R of linked supplier on closed invoice | RU if owner allows (OTP)',
    means: {
      R: 'bank-account.read',
      C: 'bank-account.update',
      U: 'bank-account.update',
      D: 'bank-account.update',
      // In the invoice.
      'R of linked supplier on closed invoice': '',
    },
  },
  'plans, billing': {
    cells: 'R, change plan | R | — | — | — | R usage | R usage',
    means: { R: 'plans.read', 'change plan': 'plans.change', 'R usage': 'plans.read' },
  },
  'products, variations, tags': {
    cells: 'RCUD | RCUD | R¤, U weight/size/GTIN | R¤ | R¤ | RCU | RCU',
    means: {
      R: 'products.read',
      C: 'products.create',
      U: 'products.update products.measure',
      D: 'products.delete',
      'U weight/size/GTIN': 'products.measure',
    },
  },
  categories: {
    cells: 'RCUD | RCUD | R | R | — | RC | RC',
    means: lifeOf('categories'),
  },
  images: {
    cells: 'RCUD | RCUD | RC | R | — | RCUD | RCUD',
    means: {
      R: 'images.read thumbnails.read',
      C: 'images.create',
      U: 'images.update',
      D: 'images.delete',
    },
  },
  'virtual-products (kits)': {
    cells: 'RCUD | RCUD | R¤ | R¤ | — | RCU | RCU',
    means: lifeOf('virtual-products'),
  },
  'batches (lots)': {
    cells: 'RCUD | RCU | RCU w | R w | — | R | R',
    means: lifeOf('batches'),
  },
  'dropship-items (own offers)': {
    cells: 'RCUD, activate | RCUD, activate | R¤ w | — | — | — | RCU, activate',
    means: {
      ...lifeOf('dropship-items'),
      activate: 'dropship-items.update',
    },
  },
  'dropshipping (catalogue)': {
    cells: 'R, publish | R, publish | — | — | — | R, publish | —',
    means: { R: 'dropshipping.read', publish: 'publications.create' },
  },
  'advertisements (+variations)': {
    cells: 'RCUD | RCUD | — | — | — | RCU, archive | —',
    means: {
      ...lifeOf('advertisements'),
      archive: 'advertisements.update',
    },
  },
  publications: {
    cells: 'RCUD, link, sync, pause | same | — | — | — | RCU, link, sync, pause | —',
    means: {
      R: 'publications.read',
      C: 'publications.create',
      U: 'publications.update',
      D: 'publications.delete',
      link: 'publications.create',
      sync: 'publications.update',
      pause: 'publications.update',
    },
  },
  'marketplace-accounts': {
    cells: 'R, connect, remove (OTP) | R, connect | — | — | — | R, reconnect | —',
    means: {
      R: 'accounts.read',
      connect: 'accounts.connect accounts.reconnect',
      reconnect: 'accounts.reconnect',
      remove: 'accounts.remove',
    },
  },
  'orders (seller side)': {
    cells:
      'RCU, cancel, re-source | RCU, cancel, re-source | R¤ w (own stock) | R¤ w | R¤ w | RCU, cancel, re-source | —',
    means: {
      R: 'orders.read',
      C: 'orders.create',
      U: 'orders.update',
      cancel: 'orders.cancel',
      're-source': 'orders.update',
    },
  },
  'orders-supplier (checkout)': {
    cells: `R, all verbs | R, all verbs | R¤ w, reset | R¤ w: start, beep, confirm packing, own reset
      | R¤ w: collect, sent, tracking | R status and tracking only | R, accept, refuse, cancel`,
    means: {
      R: 'checkout.read',
      'all verbs':
        'checkout.pack checkout.reset checkout.cancel checkout.dispatch checkout.override checkout.decide',
      reset: 'checkout.reset',
      start: 'checkout.pack',
      beep: 'checkout.pack',
      'confirm packing': 'checkout.pack',
      'own reset': 'checkout.reset',
      collect: 'checkout.dispatch',
      sent: 'checkout.dispatch',
      tracking: 'checkout.dispatch',
      // In the sale.
      'R status and tracking only': '',
      accept: 'checkout.decide',
      refuse: 'checkout.decide',
      cancel: 'checkout.decide checkout.cancel',
    },
  },
  'picking lists': {
    cells:
      'R, all | R, all, assign | R w, create, assign | R w: take, beep, finish, own cancel | R w | — | R',
    means: {
      R: 'picking.read',
      all: 'picking.create picking.assign picking.pick picking.cancel picking.put-back',
      create: 'picking.create',
      assign: 'picking.assign',
      take: 'picking.pick',
      beep: 'picking.pick',
      finish: 'picking.pick',
      'own cancel': 'picking.cancel picking.put-back',
    },
  },
  'shipping tag / NF-e download': {
    cells:
      'yes, reprint | yes, reprint | reprint w | at packing w; reprint with reason | yes w | own sales | own fulfilments',
    means: {
      yes: 'checkout.label',
      reprint: 'checkout.label',
      'at packing': 'checkout.label',
      'reprint with reason': 'checkout.label',
      'own sales': 'checkout.label',
      'own fulfilments': 'checkout.label',
    },
  },
  'content-declarations': {
    cells: 'RC, cancel | RC, cancel | — | R w | R w | RC | R',
    means: {
      R: 'content-declarations.read',
      C: 'content-declarations.create',
      cancel: 'content-declarations.cancel',
    },
  },
  'chats, presales, postsales, reviews': {
    cells: 'R, answer | R, answer | postsales R w (returns) | — | — | R, answer | postsales R, answer seller',
    means: {
      R: 'chats.read presales.read postsales.read reviews.read',
      answer: 'chats.answer presales.answer postsales.answer reviews.answer',
      'postsales R': 'postsales.read',
      'answer seller': 'postsales.answer',
    },
  },
  'dropinvoices as seller': {
    business: 'sales',
    cells: 'R, pay, edit proof, dispute | same | — | — | — | R, pay, edit proof, dispute | —',
    means: {
      R: 'dropinvoices.read',
      pay: 'dropinvoices.pay bank-statements.read bank-statements.receive',
      'edit proof': 'dropinvoices.pay',
      dispute: 'disputes.open',
    },
  },
  'dropinvoices as supplier': {
    business: 'supply',
    cells:
      'R, attach, approve/reject, credit | same | — | — | — | — | R, attach, approve/reject if owner allows',
    means: {
      R: 'dropinvoices.read',
      attach: 'dropinvoices.attach',
      'approve/reject': 'dropinvoices.decide bank-statements.read bank-statements.receive',
      credit: 'dropinvoices.credit disputes.decide',
    },
  },
  'suppliers + contacts': {
    cells: 'RCUD | RCUD | R¤ | — | — | RCU | RCU',
    means: lifeOf('suppliers'),
  },
  warehouses: {
    cells: 'RCUD | RCU | R w | R w | R w | R | R',
    means: lifeOf('warehouses'),
  },
  'supply-requests, prices-history': {
    cells: `RCUD, approve, cancel, reopen | RCUD, approve, cancel | R¤ w | — | — | RCU, cancel own pending
      | RCU, cancel own pending`,
    means: {
      R: 'supply-requests.read',
      C: 'supply-requests.create',
      U: 'supply-requests.update',
      D: 'supply-requests.update',
      approve: 'supply-requests.approve',
      cancel: 'supply-requests.update',
      'cancel own pending': 'supply-requests.update',
      reopen: 'receiving.reopen',
    },
  },
  'receiving steps (ongoing)': {
    cells: 'all | all, back from any | advance; back one before Stock Up w | — | — | R | R',
    means: {
      R: 'receiving.read',
      all: 'receiving.read receiving.advance receiving.undo',
      'back from any': 'receiving.undo',
      advance: 'receiving.read receiving.advance',
      'back one before Stock Up': 'receiving.advance',
    },
  },
  'reported-problems': {
    cells: 'RCU, solve | RCU, solve | RC, solve w | RC w | RC w | RC, solve own | RC, solve own',
    means: {
      R: 'reported-problems.read',
      C: 'reported-problems.create',
      U: 'reported-problems.solve',
      solve: 'reported-problems.solve',
      'solve own': 'reported-problems.solve',
    },
  },
  'inventory-locations (+children, duplicate)': {
    cells: 'RCUD | RCUD | RC, duplicate w | R w | R w | R | R',
    means: {
      R: 'locations.read',
      C: 'locations.create',
      U: 'locations.update',
      D: 'locations.delete',
      duplicate: 'locations.create',
    },
  },
  volumes: {
    cells: `RCUD, un-launch | RCU, un-launch | RCU w: launch, move, move-products, replicate, tag
      | R¤ w: move at bench | R¤ w | R | R`,
    means: {
      R: 'volumes.read',
      C: 'volumes.create',
      U: 'volumes.update volumes.move',
      D: 'volumes.delete',
      'un-launch': 'volumes.unlaunch',
      launch: 'volumes.update',
      move: 'volumes.move',
      'move-products': 'volumes.move',
      replicate: 'volumes.create',
      tag: 'volumes.update',
      'move at bench': 'volumes.move',
    },
  },
  'volumes/in-balance': {
    cells: `start, count, approve any | start, count, approve | start, count, correct within tolerance w
      | zero-check count w | — | R result | R result`,
    means: {
      start: 'balances.read balances.start',
      count: 'balances.read balances.count volumes.zero-check',
      approve: 'balances.approve volumes.adjust',
      'approve any': 'balances.approve volumes.adjust',
      'correct within tolerance': 'balances.count',
      'zero-check count': 'balances.read balances.count volumes.zero-check',
      'R result': 'balances.read',
    },
  },
  'dashboards, reports': {
    cells: 'all | all | warehouse w ¤ | own pace | own lanes | sales | supply',
    means: {
      all: 'dashboard.read warehouse-dashboard.read warehouse-dashboard.shelf balance-reports.read',
      warehouse: 'dashboard.read warehouse-dashboard.read warehouse-dashboard.shelf balance-reports.read',
      'own pace': 'dashboard.read warehouse-dashboard.read',
      'own lanes': 'dashboard.read warehouse-dashboard.read',
      sales: 'dashboard.read',
      supply: 'dashboard.read warehouse-dashboard.read warehouse-dashboard.shelf balance-reports.read',
    },
  },
  'audit log': {
    cells: 'R, export | R | own w | own | own | own area | own area',
    means: { R: 'audit.read', export: 'audit.export', own: 'audit.read', 'own area': 'audit.read' },
  },
  'API keys, webhooks, imports/exports': {
    cells: 'RCUD | RCU | import volumes/positions w | — | — | import ads | import offers',
    means: {
      R: 'api-keys.read webhooks.read imports.read imports.all',
      C: `api-keys.manage webhooks.manage imports.create imports.products imports.offers imports.prices
        imports.volumes imports.stock imports.kits imports.vendors imports.ads publications.create`,
      U: 'api-keys.manage webhooks.manage',
      D: 'api-keys.manage webhooks.manage',
      'import volumes/positions': 'imports.read imports.create imports.volumes',
      // From their marketplace, where they are managed.
      'import ads': 'imports.read imports.create imports.ads publications.create',
      'import offers': 'imports.read imports.create imports.offers',
    },
  },
  // Every signed-in person.
  'user (self), OTP': {
    cells: 'own | own | own | own | own | own | own',
    means: { own: '' },
  },
};
