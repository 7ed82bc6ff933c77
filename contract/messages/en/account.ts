import type { account as pt } from '../pt/account.ts';
import type { Translation } from '../translation.ts';

export const account: Translation<typeof pt> = {
  failures: {
    'auth.signIn': 'Could not sign in!',
    'auth.signOut': 'Could not sign out!',
    'auth.registerBusiness': 'Could not register the business!',
    'auth.activate': 'Could not activate the account!',
    'auth.resendActivation': 'Could not send the activation request!',
    'auth.forgotPassword': 'Could not send the password recovery request!',
    'auth.resetPassword': 'Could not change the password!',
    'auth.registerStaff': 'Could not accept the invitation!',
    'auth.confirmPassword': 'Could not confirm the password!',
    'auth.switchBusiness': 'Could not switch the business!',
    'user.detail': 'Could not load the profile!',
    'user.update': 'Could not save the profile!',
    'user.changePassword': 'Could not change the password!',
    'user.sessions': 'Could not load the devices!',
    'user.endSession': 'Could not end the session!',
    'user.endOtherSessions': 'Could not end the other sessions!',
  },
  successes: {
    'user.update': 'Profile saved',
    'user.changePassword': 'Password changed. The other sessions have ended.',
    'user.endSession': 'Session ended',
    'user.endOtherSessions': 'Other sessions ended',
  },
  mailFooter: 'You received this message because this address was used at Easy.',
  mails: {
    activation: {
      subject: 'Activate your Easy account',
      title: 'Hello, {{name}}',
      text: 'Your registration at Easy is almost complete. Activate the account to sign in.',
      action: 'Activate account',
      note: 'The link works for 3 days. If you did not register, ignore this message.',
    },
    accountExists: {
      subject: 'You already have an Easy account',
      title: 'Hello, {{name}}',
      text: 'Somebody tried to register a business with this e-mail, but it already has an account. Nothing has changed.\n\nIf it was you, sign in with your password. If you forgot it, ask for a new one on the sign-in page.',
      action: 'Sign in',
      note: 'If it was not you, there is nothing to do.',
    },
    reset: {
      subject: 'Change your Easy password',
      title: 'Hello, {{name}}',
      text: 'We received a request to change the password of your account.',
      action: 'Choose a new password',
      note: 'The link works for 1 hour and only once. If you did not ask, ignore this message: your password stays the same.',
    },
    passwordChanged: {
      subject: 'Your Easy password was changed',
      title: 'Hello, {{name}}',
      text: 'The password of your account was just changed, and the other sessions have ended.\n\nIf it was not you, ask for a new password on the sign-in page now.',
    },
  },
};
