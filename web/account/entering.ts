import type { Session } from '#contract/account/auth.ts';
import { localeCookie } from '#contract/messages/index.ts';
import { chooseLocale } from '../i18n.ts';
import { paths, safeRedirect } from '../paths.ts';
import { renewSession } from '../session.ts';

/** After the server has set the session: its facts, its language on a device that chose none, and where to go. */
export async function enter(wanted: string | undefined): Promise<string> {
  const session: Session | null = await renewSession();
  if (session && !document.cookie.includes(`${localeCookie}=`)) await chooseLocale(session.locale);
  return safeRedirect(wanted) ?? paths.business.home();
}
