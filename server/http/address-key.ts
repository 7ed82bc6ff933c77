/** One caller of IPv6 has a whole /64. */
export function addressKey(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;
}
