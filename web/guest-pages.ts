import type { PageEntry } from './page-entry.ts';
import { paths } from './paths.ts';

/** Screens that nobody has to sign in for. */
export const guestPages: readonly PageEntry[] = [
  { screen: paths.index, area: 'account', load: () => import('./account/WelcomePage.tsx') },
  { screen: paths.account.login, area: 'account', load: () => import('./account/LoginPage.tsx') },
  { screen: paths.account.station, area: 'account', load: () => import('./account/station/StationPage.tsx') },
  {
    screen: paths.account.registerBusiness,
    area: 'account',
    load: () => import('./account/RegisterBusinessPage.tsx'),
  },
  {
    screen: paths.account.registerStaff,
    area: 'account',
    load: () => import('./account/RegisterStaffPage.tsx'),
  },
  { screen: paths.account.activate, area: 'account', load: () => import('./account/ActivationPage.tsx') },
  {
    screen: paths.account.resendActivation,
    area: 'account',
    load: () => import('./account/ResendActivationPage.tsx'),
  },
  {
    screen: paths.account.forgotPassword,
    area: 'account',
    load: () => import('./account/ForgotPasswordPage.tsx'),
  },
  {
    screen: paths.account.resetPassword,
    area: 'account',
    load: () => import('./account/ResetPasswordPage.tsx'),
  },
  {
    screen: paths.account.stopTwoStepReset,
    area: 'account',
    load: () => import('./account/StopTwoStepResetPage.tsx'),
  },
];
