import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/**
 * Whether an address is on the public internet. The special ranges come from IANA's registries of special-purpose
 * addresses (RFC 6890 and its successors). IPv4 and IPv6 have separate lists, since a single list would compare IPv4
 * with IPv4-mapped IPv6.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special4.check(address, 'ipv4')
  return isIPv6(address) && !address.includes('%') && !special6.check(address, 'ipv6')
}

/**
 * Whether the host of a web address can be on the public internet: not an address of the local machine or network, and
 * not a name reserved for those (RFC 6761, RFC 6762). No DNS lookup is made.
 */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  return isIP(host) ? isPublicAddress(host) : !/(^|\.)(localhost|local|internal)$/i.test(host)
}

const special4 = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Azure's virtual address through which a machine reaches platform services; it lies in public address space.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4'
])

/**
 * Only 2000::/3 is allocated; within it, addresses that embed IPv4 (Teredo, 6to4) and documentation ranges are
 * excluded.
 */
const special6 = listOf('ipv6', [
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20'
])

function listOf(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', prefix = ''] = subnet.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}
