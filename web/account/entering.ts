import { auth, type Session, type SignedIn } from '#contract/account/auth.ts';
import { localeCookie } from '#contract/messages/index.ts';
import { showFailure } from '../acts.ts';
import { unanswered } from '../api.ts';
import { chooseLocale } from '../i18n.ts';
import { type Href, paths, safeRedirect } from '../paths.ts';
import { renewSession } from '../session.ts';
import { signOut } from '../session-acts.ts';
import { homeOf } from '../station.ts';

/**
 * Runs after the server has set the session: reads it, applies its language on a device without a choice, and returns
 * the next path. A person with a second step is sent there first.
 */
export async function enter({ stage, token, passkey }: SignedIn, wanted: string | undefined): Promise<Href> {
  // The token arrives as a cookie. A response with a token of another type is not ours, and no session is started
  // with it.
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
