import { z } from 'zod';
import { type Locale, locales } from '#contract/messages/index.ts';
import { setScope, type Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/task.ts';
import type { Letter } from '#server/outside/mail.ts';
import { linkTo } from './links.ts';
import { writeLetter } from './mail-task.ts';
import { mintMailToken } from './mail-token.ts';
import { findUserByEmail } from './sign-in/session.queries.ts';

const payloadSchema = z.object({
  purpose: z.enum(['registration', 'activation', 'reset']),
  email: z.string(),
  locale: z.enum(locales),
});

/**
 * Requests a mail with a link. The request does the same work for known and unknown e-mails; only the mailbox shows the
 * difference.
 */
export function requestLink(
  tx: Tx,
  request: { purpose: 'registration' | 'activation' | 'reset'; email: string; locale: Locale },
): void {
  tx.enqueue({ task: 'account.sendLink', payload: request });
}

/** Mints the token when it sends, so that no queue row ever holds one. */
export const sendLinkTask: Task = async ({ unscoped, outside, env }, payload) => {
  const { purpose, email, locale } = payloadSchema.parse(payload);
  const letter = await unscoped(async (tx): Promise<Letter | null> => {
    const user = await findUserByEmail(tx, email);
    if (!user) return null;
    await setScope(tx, { userId: user.id });
    const to = { to: email, locale: user.activated_at ? user.locale : locale };
    if (purpose === 'reset') {
      const token = await mintMailToken(tx, user.id, 'reset');
      const link = token && linkTo.reset(env.appUrl, token);
      return link
        ? writeLetter({ ...to, template: 'account.reset', values: { name: user.name, link } })
        : null;
    }
    if (user.activated_at) {
      if (purpose === 'activation') return null;
      const values = { name: user.name, link: linkTo.login(env.appUrl) };
      return writeLetter({ ...to, template: 'account.accountExists', values });
    }
    const token = await mintMailToken(tx, user.id, 'activation');
    const link = token && linkTo.activation(env.appUrl, token);
    return link
      ? writeLetter({ ...to, template: 'account.activation', values: { name: user.name, link } })
      : null;
  });
  if (letter) await outside.mail.send(letter);
};
