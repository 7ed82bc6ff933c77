import { auth, type Session, type SignedIn } from '#contract/account/auth.ts';
import { localeCookie } from '#contract/messages/index.ts';
import { showFailure } from '../acts.ts';
import { unanswered } from '../api.ts';
import { chooseLocale } from '../i18n.ts';
import { paths, safeRedirect } from '../paths.ts';
import { renewSession } from '../session.ts';
import { signOut } from '../session-acts.ts';
import { homeOf } from '../station.ts';

/**
 * After the server has set the session: its facts, its language on a device that chose none, and where to go. Who has a
 * second step goes to it first.
 */
export async function enter(
  { stage, token, passkey }: SignedIn,
  wanted: string | undefined,
): Promise<string> {
  // The token comes by cookie; an answer with one that is no text is not ours, and nothing is begun with it.
  if (token !== undefined && typeof token !== 'string') {
    await signOut();
    showFailure(auth.signIn, unanswered(new Error('no token')));
    return paths.account.login({ redirect: wanted });
  }
  if (stage === 'otp') return paths.account.login({ step: passkey ? 'passkey' : 'code', redirect: wanted });
  const session: Session | null = await renewSession();
  if (session && !document.cookie.includes(`${localeCookie}=`)) await chooseLocale(session.locale);
  return safeRedirect(wanted) ?? homeOf(session);
}
