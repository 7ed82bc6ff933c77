import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { makeWork } from '#server/orders/test/kill-work.ts';
import { type Person, requestOf, type Send } from '#server/test/app.ts';
import { startLine } from '#server/test/kill.ts';
import { mountDisk } from './disk.ts';

/**
 * The product with people at work. Its database, limited to this many megabytes, and its files are on disks that can be
 * filled, if the machine allows it.
 */
export async function openHouse(megabytes = 512) {
  const disk = mountDisk(megabytes);
  const files = disk && mountDisk(4, makeFolder(join(disk.folder, 'files')));
  const line = await startLine(disk?.folder);
  const work = await makeWork(line);
  let serial = 0;
  return {
    line,
    work,
    disk,
    files,
    /** How long until something new is stored and acknowledged. */
    async untilItWorks(): Promise<number> {
      const since = performance.now();
      await work.stage.supplier.call(api.categories.create, { body: { description: `Prova ${++serial}` } });
      return Math.round(performance.now() - since);
    },
    /** One try, with any result. */
    async once(
      person: Person,
      endpoint: EndpointDefinition,
      send: Send<EndpointDefinition>,
    ): Promise<number> {
      const { method, url, headers, payload } = requestOf(endpoint, send, person.token);
      const answer = await fetch(`${line.server.url}${String(url)}`, {
        method: String(method),
        headers: headers as Record<string, string>,
        ...(payload !== undefined && { body: payload as string | Uint8Array<ArrayBuffer> }),
      });
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}

function makeFolder(path: string): string {
  mkdirSync(path);
  return path;
}
