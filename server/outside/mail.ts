import type { Transporter } from 'nodemailer';

export type Letter = { to: string; subject: string; text: string; html: string };

export type Mail = {
  /** Resolves when the server has accepted the mail; throws otherwise, and the queue retries. */
  send(letter: Letter): Promise<void>;
  close(): void;
};

export function createMail(options: { smtpUrl: string; from: string }): Mail {
  const { protocol, hostname, port, username, password } = new URL(options.smtpUrl);
  const server = {
    host: hostname,
    port: Number(port || (protocol === 'smtps:' ? 465 : 25)),
    secure: protocol === 'smtps:',
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 5000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let transport: Transporter | undefined;
  return {
    async send(letter) {
      // Loaded with the first letter: it takes ten MiB, and a process that only answers screens sends none.
      const { createTransport } = await import('nodemailer');
      transport ??= createTransport(server);
      await transport.sendMail({ from: options.from, ...letter });
    },
    close: () => transport?.close(),
  };
}
