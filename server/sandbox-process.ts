import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Environment } from './env.ts';

export type SandboxProcess = Readonly<{
  /** Resolves when it listens: it sends a message then. */
  ready: Promise<void>;
  stop: () => Promise<void>;
  kill: () => void;
}>;

const root = join(import.meta.dirname, '..');

/** Starts the stand-ins for the outside as a process of their own; undefined where there are none. */
export function startSandbox(env: Environment): SandboxProcess | undefined {
  const { sandbox, mercadoLivre, nuvemshop, shopee, appUrl } = env;
  if (sandbox === undefined) return undefined;
  const child = spawn(
    process.execPath,
    ['--import', join(root, 'tools', 'exit-with-parent.mjs'), join(root, 'sandbox', 'main.ts')],
    {
      cwd: root,
      // Out of the terminal's reach, like the database: the app says when it is over.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'easy'),
        SANDBOX_PORT: String(sandbox.port),
        SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
        DATA_DIR: join(env.dataDir, 'sandbox'),
        SANDBOX_NOTIFY_URL: `${appUrl}/api/notifications/mercado-livre/${mercadoLivre.notificationSecret}`,
        SANDBOX_CLIENT_ID: mercadoLivre.clientId,
        SANDBOX_CLIENT_SECRET: mercadoLivre.clientSecret,
        SANDBOX_REDIRECT_URI: mercadoLivre.redirectUri,
        SANDBOX_NUVEMSHOP_CLIENT_ID: nuvemshop.clientId,
        SANDBOX_NUVEMSHOP_CLIENT_SECRET: nuvemshop.clientSecret,
        SANDBOX_NUVEMSHOP_REDIRECT_URI: mercadoLivre.redirectUri,
        SANDBOX_NUVEMSHOP_PRIVACY_URL: nuvemshop.notifyUrl,
        SANDBOX_SHOPEE_PARTNER_ID: shopee.partnerId,
        SANDBOX_SHOPEE_PARTNER_KEY: shopee.partnerKey,
        SANDBOX_SHOPEE_REDIRECT_URI: shopee.redirectUri,
        SANDBOX_SHOPEE_NOTIFY_URL: shopee.notifyUrl,
      },
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let isStopped = false;
  const end = (signal: 'SIGTERM' | 'SIGKILL') => {
    isStopped = true;
    child.kill(signal);
  };
  const kill = () => end('SIGKILL');
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => (isStopped ? resolve() : reject(notStarted(sandbox))));
  });
  return {
    ready,
    kill,
    stop: async () => {
      end('SIGTERM');
      const impatient = setTimeout(kill, 3000);
      await ended;
      clearTimeout(impatient);
    },
  };
}

function notStarted({ port, smtpPort }: { port: number; smtpPort: number }): Error {
  return new Error(
    `The sandbox did not start. It needs the ports ${port} (SANDBOX_PORT) and ${smtpPort} (SANDBOX_SMTP_PORT).`,
  );
}
