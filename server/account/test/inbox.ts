import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

type ReceivedLetter = { to: string; subject: string; text: string; html: string };

export type Inbox = {
  /** For the SMTP_URL of a test's app. */
  url: string;
  letters: ReceivedLetter[];
  /** The latest letter to an address; throws if there is none. */
  latest(to: string): ReceivedLetter;
  /** The token at the end of the letter's link. */
  token(to: string): string;
};

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** A real SMTP server on a free port, for a test file; closed after it. */
export async function startInbox(): Promise<Inbox> {
  const letters: ReceivedLetter[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      readAll(stream)
        .then(async (raw) => {
          const parsed = await PostalMime.parse(raw);
          for (const { address } of session.envelope.rcptTo)
            letters.push({
              to: address,
              subject: parsed.subject ?? '',
              text: parsed.text ?? '',
              html: parsed.html ?? '',
            });
        })
        .then(() => done(), done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  const latest = (to: string) => {
    const found = letters.findLast((letter) => letter.to === to);
    if (!found) throw new Error(`no letter to ${to}`);
    return found;
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    latest,
    token: (to) => /\/([\w-]{43})\s/.exec(`${latest(to).text}\n`)?.[1] ?? '',
  };
}
