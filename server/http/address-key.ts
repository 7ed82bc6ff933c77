import { normalizeIP } from '@fastify/rate-limit';

/** One IPv6 caller has a whole /64, however its address is written. */
export function addressKey(address: string): string {
  return normalizeIP(address, 64);
}

/** The address of the caller; an IPv4 address that arrives over IPv6 is written as IPv4. */
export function addressOf({ ip }: { ip: string }): string {
  return ip.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
