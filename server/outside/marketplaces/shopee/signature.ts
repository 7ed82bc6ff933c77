import { createHmac, timingSafeEqual } from 'node:crypto';

/** Of a call: number of the partner, path without host and query, Unix seconds, and of a shop's its token and number. */
export const signatureOf = (partnerKey: string, ...parts: readonly (string | number)[]): string =>
  createHmac('sha256', partnerKey).update(parts.join('')).digest('hex');

/** Of a push: the address, a bar, and the bytes as received; compared in constant time. */
export function isPushSigned(partnerKey: string, url: string, bytes: Buffer, said: unknown): boolean {
  if (typeof said !== 'string' || !/^[0-9a-f]{64}$/i.test(said)) return false;
  const sum = createHmac('sha256', partnerKey).update(`${url}|`).update(bytes).digest();
  return timingSafeEqual(Buffer.from(said, 'hex'), sum);
}
