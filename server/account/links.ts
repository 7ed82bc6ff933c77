/** Screens that a mail links to. The host is the configured one, never that of a request. */
export const linkTo = {
  activation: (appUrl: string, token: string) => `${appUrl}/auth/activation-account/${token}`,
  reset: (appUrl: string, token: string) => `${appUrl}/auth/reset-password/${token}`,
  invitation: (appUrl: string, token: string) => `${appUrl}/auth/register-staff/${token}`,
  overdueInvoices: (appUrl: string, side: 'seller' | 'supplier') =>
    `${appUrl}/${side === 'seller' ? 'dropshipping' : 'dropship-item'}/dropinvoice-${side}?query=overdue%3Ayes`,
  invoice: (appUrl: string, side: 'seller' | 'supplier', id: number) =>
    `${appUrl}/${side === 'seller' ? 'dropshipping' : 'dropship-item'}/dropinvoice-${side}?invoice=${id}`,
  pairBalance: (appUrl: string, id: number) => `${appUrl}/dropshipping/balances/${id}`,
  stopTwoStepReset: (appUrl: string, token: string) => `${appUrl}/auth/stop-two-step-reset/${token}`,
  sales: (appUrl: string) => `${appUrl}/orders/list`,
  accounts: (appUrl: string) => `${appUrl}/marketplaces/account/list`,
  webhooks: (appUrl: string) => `${appUrl}/business/webhooks`,
  plans: (appUrl: string) => `${appUrl}/plans/manager`,
  security: (appUrl: string) => `${appUrl}/user?tab=security`,
  login: (appUrl: string) => `${appUrl}/auth/login`,
};
