import { normalizeIP } from '@fastify/rate-limit';

/** One caller of IPv6 has a whole /64, however its address is written. */
export function addressKey(address: string): string {
  return normalizeIP(address, 64);
}
