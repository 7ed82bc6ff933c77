import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { World } from '../world.ts';
import { keepMessage } from './box.ts';

const MAX_MESSAGE_BYTES = 25 * 1024 * 1024;

const readAll = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
};

const receive = async (world: World, raw: Buffer, recipients: string[]): Promise<void> => {
  const parsed = await PostalMime.parse(raw);
  keepMessage(world.mail, {
    from: parsed.from?.address ?? '',
    // The envelope decides who got it, blind copies included.
    to: recipients,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? null,
    receivedAt: world.clock.now().toISOString(),
    attachments: parsed.attachments.map((attachment) => ({
      name: attachment.filename ?? 'anexo',
      type: attachment.mimeType,
      bytes:
        typeof attachment.content === 'string' ? attachment.content.length : attachment.content.byteLength,
    })),
  });
  world.mailChanged();
};

/** Takes every message from anybody for anybody and keeps it. */
export const createMailServer = (world: World): SMTPServer =>
  new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    closeTimeout: 500,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'anybody' }),
    onData: (stream, session, callback) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      readAll(stream)
        .then((raw) => receive(world, raw, recipients))
        .then(
          () => callback(),
          (failure: Error) => callback(failure),
        );
    },
  });
