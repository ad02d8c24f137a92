// Network addresses as sockets and proxies write them.

import { BlockList, isIP, isIPv4, isIPv6, SocketAddress } from 'node:net'

/** Proxies may add the port of the caller, and brackets around IPv6. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/
const MAPPED_IPV4 = '::ffff:'

/** An address in its usual form, without port, brackets and zone; IPv4 mapped into IPv6 as IPv4. Null for anything else. */
export function readAddress(text: string): string | null {
  const [, inBrackets, beforePort] = WITH_PORT.exec(text.trim()) ?? []
  const [address = ''] = (inBrackets ?? beforePort ?? text.trim()).split('%')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return null
  const usual = new SocketAddress({ address, family: 'ipv6' }).address
  return usual.startsWith(MAPPED_IPV4) && usual.includes('.') ? usual.slice(MAPPED_IPV4.length) : usual
}

/** An IPv6 subscriber has a whole /64, so calls and connections are counted by /64. */
export function addressGroup(text: string): string {
  const address = readAddress(text)
  if (address === null || isIPv4(address)) return address ?? text
  const [head = '', tail] = address.split('::')
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const missing = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return `${[...first, ...missing, ...last].slice(0, 4).join(':')}::/64`
}

/** Networks as `10.0.0.0/8` or as single addresses; null if one of them is not a network. */
export function networksOf(texts: readonly string[]): BlockList | null {
  const networks = new BlockList()
  for (const text of texts) {
    const [written = '', bits, ...others] = text.split('/')
    const address = readAddress(written)
    if (address === null || written.includes('[') || others.length > 0) return null
    const most = isIPv4(address) ? 32 : 128
    // Refuses /0 too, because it would trust everyone.
    const length = bits === undefined ? most : /^[1-9]\d{0,2}$/.test(bits) ? Number(bits) : 0
    if (length === 0 || length > most) return null
    networks.addSubnet(address, length, familyOf(address))
  }
  return networks
}

export const isInNetworks = (networks: BlockList, address: string): boolean =>
  networks.check(address, familyOf(address))

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** The default listen address, which other machines cannot reach. */
export const LOOPBACK = '127.0.0.1'

/** Refuses host names: some shells set HOST to the machine's name, which would expose the server to its network. */
export const isListenAddress = (text: string): boolean => isIP(text) !== 0 || text === 'localhost'

export const LISTEN_ADDRESS_FAULT = 'must be an IP address of this machine, or 0.0.0.0 for all of them'

/** Whether an address leads to this machine itself. */
export function isLoopback(text: string): boolean {
  const address = readAddress(text === 'localhost' ? LOOPBACK : text)
  return address !== null && isInNetworks(loopback, address)
}
