/** Screens that a mail leads to. The host is the configured one, never what a request names. */
export const linkTo = {
  activation: (appUrl: string, token: string) => `${appUrl}/auth/activation-account/${token}`,
  reset: (appUrl: string, token: string) => `${appUrl}/auth/reset-password/${token}`,
  invitation: (appUrl: string, token: string) => `${appUrl}/auth/register-staff/${token}`,
  login: (appUrl: string) => `${appUrl}/auth/login`,
};
