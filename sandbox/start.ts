import type { AddressInfo } from 'node:net';
import { createMailServer } from './mail/server.ts';
import { resumeNotices } from './mercado-livre/notices.ts';
import { resumeDeliveries } from './nuvemshop/notify.ts';
import { createServer } from './server.ts';
import { resumePushes } from './shopee/push.ts';
import type { World, WorldOptions } from './world.ts';
import { openWorld } from './world.ts';

export type SandboxOptions = WorldOptions & {
  /** 0 picks a free port. */
  httpPort: number;
  smtpPort: number;
  host?: string | undefined;
};

export type Sandbox = {
  /** Root of everything spoken over HTTP, without a slash at the end. */
  url: string;
  smtpPort: number;
  /** Root of the control API. */
  control: string;
  world: World;
  close: () => Promise<void>;
};

export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const host = options.host ?? '127.0.0.1';
  const world = openWorld(options);
  const app = await createServer(world);
  const mail = createMailServer(world);
  // A client that hangs up in the middle of a mail is not our failure.
  mail.on('error', () => undefined);

  await app.listen({ port: options.httpPort, host });
  await new Promise<void>((resolve, reject) => {
    mail.server.once('error', reject);
    mail.listen(options.smtpPort, host, resolve);
  });
  const port = (address: AddressInfo | string | null) =>
    typeof address === 'object' ? (address?.port ?? 0) : 0;
  world.url = `http://${host}:${port(app.server.address())}`;
  resumeNotices(world);
  resumeDeliveries(world);
  resumePushes(world);

  return {
    url: world.url,
    smtpPort: port(mail.server.address()),
    control: `${world.url}/control/api`,
    world,
    close: async () => {
      for (const timer of world.timers) clearTimeout(timer);
      await new Promise<void>((resolve) => {
        mail.close(resolve);
      });
      await app.close();
      world.flush();
    },
  };
};
