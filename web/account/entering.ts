import type { Session, SignedIn } from '#contract/account/auth.ts';
import { localeCookie } from '#contract/messages/index.ts';
import { chooseLocale } from '../i18n.ts';
import { paths, safeRedirect } from '../paths.ts';
import { renewSession } from '../session.ts';

/**
 * After the server has set the session: its facts, its language on a device that chose none, and where to go. Who has a
 * second step goes to it first.
 */
export async function enter({ stage }: SignedIn, wanted: string | undefined): Promise<string> {
  if (stage === 'otp') return paths.account.login({ step: 'code', redirect: wanted });
  const session: Session | null = await renewSession();
  if (session && !document.cookie.includes(`${localeCookie}=`)) await chooseLocale(session.locale);
  return safeRedirect(wanted) ?? paths.business.home();
}
