import { BlockList, isIP } from 'node:net';

/** IPv4 ranges that are not public: this machine, private networks, cloud metadata, documentation, multicast. */
const closed = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(net, prefix, 'ipv4');

/** Of IPv6 only allocated addresses, without those that translate to IPv4. */
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');
const tunnels = new BlockList();
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  tunnels.addSubnet(net, prefix, 'ipv6');

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4');
  if (isIP(address) === 6) return open.check(address, 'ipv6') && !tunnels.check(address, 'ipv6');
  return false;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
