import type { Pages } from './page-entry.ts';
import { paths } from './paths.ts';

/** Pages that need no session. */
export const guestPages = {
  [paths.index.pattern]: { area: 'account', load: () => import('./account/WelcomePage.tsx') },
  [paths.account.login.pattern]: { area: 'account', load: () => import('./account/LoginPage.tsx') },
  [paths.account.station.pattern]: {
    area: 'account',
    load: () => import('./account/station/StationPage.tsx'),
  },
  [paths.account.registerBusiness.pattern]: {
    area: 'account',
    load: () => import('./account/RegisterBusinessPage.tsx'),
  },
  [paths.account.registerStaff.pattern]: {
    area: 'account',
    partsOf: ['business'],
    load: () => import('./account/RegisterStaffPage.tsx'),
  },
  [paths.account.activate.pattern]: { area: 'account', load: () => import('./account/ActivationPage.tsx') },
  [paths.account.resendActivation.pattern]: {
    area: 'account',
    load: () => import('./account/ResendActivationPage.tsx'),
  },
  [paths.account.forgotPassword.pattern]: {
    area: 'account',
    load: () => import('./account/ForgotPasswordPage.tsx'),
  },
  [paths.account.resetPassword.pattern]: {
    area: 'account',
    load: () => import('./account/ResetPasswordPage.tsx'),
  },
  [paths.account.stopTwoStepReset.pattern]: {
    area: 'account',
    load: () => import('./account/StopTwoStepResetPage.tsx'),
  },
} satisfies Pages;
