/** Permissions that no area of the table mentions, and the decision about who holds them. */
export const ofNoArea: Readonly<Record<string, string>> = {
  'prices.read': 'the sign ¤ of the table',
  'saved-views.read': 'views of a list are personal',
  'saved-views.write': 'views of a list are personal',
  'saved-views.share': 'or for the business',
  'stations.read': 'decision 040',
  'stations.manage': 'decision 040',
  'balances.settings': 'the tolerance of a count is the owner’s',
  'dropinvoices.write-off': 'section 8: the owner of the supplier writes off',
  'purchasing.settings': 'the limit of a purchase is the owner’s',
  'supplier-documents.read': 'papers of a vendor have prices on them',
  'returns.read': 'decision 052: where the floor and the supplier meet a return',
  'returns.receive': 'a return is closed by the stockist',
  'checkout.document': 'an NF-e comes from the seller or the fulfiller',
};

/** Where the code differs from the table: + more, - less; and the decision that explains it. */
export const deviations: Readonly<Record<string, string>> = {
  'distributor + thumbnails.read': '062',
  'stockist + checkout.cancel': '062',
  'packer + checkout.cancel': '062',
  'packer + picking.create': '062',
  'stockist + picking.cancel': '062',
  'stockist + picking.put-back': '062',
  'stockist - postsales.read': '052',
  'supplier - postsales.read': '052',
  'supplier - postsales.answer': '052',
  'stockist - audit.read': '062',
  'packer - audit.read': '062',
  'distributor - audit.read': '062',
  'seller - audit.read': '062',
  'supplier - audit.read': '062',
  'administrator - api-keys.read': '045',
  'administrator - api-keys.manage': '045',
  'seller + imports.products': '049',
  'supplier + imports.prices': '049',
};
