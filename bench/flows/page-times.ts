import { openConnection, serialize } from '../client.ts';
import { Refused } from '../compare.ts';

/** Sorted milliseconds of `times` answers to a GET, one after the other, after twenty that warm up. */
export async function timePage(url: string, path: string, token: string, times: number): Promise<number[]> {
  const connection = await openConnection(url);
  const request = serialize(url, { path: `/api${path}`, token });
  const taken: number[] = [];
  for (let n = -20; n < times; n++) {
    const began = performance.now();
    const { status, body } = await connection.send(request);
    if (status !== 200) throw new Refused(`${path}: ${status} ${body.toString().slice(0, 200)}`);
    if (n >= 0) taken.push(performance.now() - began);
  }
  connection.close();
  return taken.sort((a, b) => a - b);
}
