import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export type Disk = Readonly<{
  folder: string;
  /** Takes every byte that is left. */
  fill(): void;
  /** Gives them back. */
  free(): void;
}>;

/** A separate disk that can be filled; undefined if this machine does not allow mounting one, which is printed. */
export function mountDisk(
  megabytes: number,
  folder = mkdtempSync(join(tmpdir(), 'easy-disk-')),
): Disk | undefined {
  const options = `size=${megabytes}m,mode=0755`;
  const run = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { encoding: 'utf8' });
  if (run.status !== 0) {
    const why = run.error?.message ?? run.stderr.trim();
    console.warn(`No disk to fill: "mount -t tmpfs -o ${options} tmpfs ${folder}" was refused: ${why}`);
    return undefined;
  }
  const filler = join(folder, 'filler');
  // A killed run unmounts nothing, but the pipe to this shell closes however it ends.
  const script = 'cat; umount -l "$1" && rmdir "$1"';
  const guard = spawn('/bin/sh', ['-c', script, 'sh', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  afterAll(async () => {
    const ended = once(guard, 'exit');
    guard.stdin.end();
    await ended;
  });
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a');
      try {
        for (const size of [1 << 20, 4096])
          while (statfsSync(folder).bavail * 4096 >= size) writeSync(file, Buffer.alloc(size));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
  };
}
