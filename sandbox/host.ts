import { startSandbox } from './start.ts';
import type { WorldOptions } from './world.ts';

/** To start one on free ports, which is answered with its URL, or, without options, to end it. */
type Asked = { id: number; options?: WorldOptions };

// Runs any number of sandboxes for its parent process, because starting Node for each takes longer than most tests.
const running = new Map<number, () => Promise<void>>();

async function answer({ id, options }: Asked): Promise<void> {
  if (!options) {
    const close = running.get(id);
    running.delete(id);
    return close?.();
  }
  const { url, close } = await startSandbox({ ...options, httpPort: 0, smtpPort: 0 });
  running.set(id, close);
  process.send?.({ id, url });
}

process.on('message', (asked: Asked) => void answer(asked));
process.on('disconnect', () => process.exit());
