import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from './env.ts';

export type SandboxProcess = Readonly<{ stop: () => Promise<void>; kill: () => void }>;

const root = join(import.meta.dirname, '..');

/** Starts the stand-ins for the outside as a process of their own; undefined where there are none. */
export async function startSandbox(env: Environment): Promise<SandboxProcess | undefined> {
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
  const kill = () => {
    child.kill('SIGKILL');
  };
  while (!(await answers(sandbox.url))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(
        `The sandbox did not start. It needs the ports ${sandbox.port} (SANDBOX_PORT) and ` +
          `${sandbox.smtpPort} (SANDBOX_SMTP_PORT).`,
      );
    }
    await delay(30);
  }
  return {
    kill,
    stop: async () => {
      child.kill('SIGTERM');
      const impatient = setTimeout(kill, 3000);
      await ended;
      clearTimeout(impatient);
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(2000) });
    return true;
  } catch {
    return false;
  }
}
