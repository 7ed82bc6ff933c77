/** Fields of filters without a control in their list: typed into its search field, as `price:>100`. */
export const withoutControl: Readonly<Record<string, readonly string[]>> = {
  'a bound that is rarely asked; the list is sorted by it instead': [
    'advertisementFilter.created',
    'advertisementFilter.price',
    'advertisementFilter.quantity',
    'bankStatementFilter.at',
    'checkoutFilter.date',
    'dropinvoiceFilter.payable',
    'dropinvoiceFilter.value',
    'dropshipItemFilter.price',
    'importRowFilter.row',
    'manifestFilter.opened',
    'pairBalanceFilter.balance',
    'payoutFileFilter.at',
    'pickingFilter.created',
    'productFilter.updated',
    'productFilter.variations',
    'remoteListingFilter.price',
  ],
  'the state or the badge of the row says it': [
    'importRowFilter.moved',
    'marginChangeFilter.undone',
    'orderFilter.late',
  ],
};
