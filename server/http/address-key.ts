import { normalizeIP } from '@fastify/rate-limit';

/** One caller of IPv6 has a whole /64, however its address is written. */
export function addressKey(address: string): string {
  return normalizeIP(address, 64);
}

/** Where a call comes from; an IPv4 address that came over IPv6 is written as one. */
export function addressOf({ ip }: { ip: string }): string {
  return ip.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
