// Decides which proxies are trusted to report the client's address.

import { isInNetworks, networksOf, readAddress } from './network-address.ts'

export interface TrustedProxies {
  /** The number of proxies in a row, if their addresses are unknown. */
  count: number | null
  /** Whether a connection may come from a proxy. */
  includes: (address: string) => boolean
}

/** Networks in which a proxy is trusted if only the number of proxies is known: this machine and private networks. */
const OWN_NETWORKS = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10'
]

/**
 * Reads `10.0.0.5, 2001:db8::/32`, or the number of proxies. Undefined if there are none; null if the text is neither.
 */
export function readTrustedProxies(text: string): TrustedProxies | undefined | null {
  const words = text.split(/[\s,]+/).filter(Boolean)
  const count = words.length === 1 && /^\d$/.test(words[0] ?? '') ? Number(words[0]) : null
  if (words.length === 0 || count === 0) return undefined
  const networks = networksOf(count === null ? words : OWN_NETWORKS)
  return networks && { count, includes: address => isInNetworks(networks, address) }
}

/**
 * The caller's network address, for rate limits. Each proxy appends the address that called it to X-Forwarded-For. So the
 * last entry that is not a trusted proxy is the caller's. Entries before it may be forged, and so may the whole header if the connection does
 * not come from a trusted proxy.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  proxies: TrustedProxies | undefined
): string {
  const peer = readAddress(socketAddress)
  if (peer === null || !proxies?.includes(peer)) return peer ?? socketAddress
  const entries = (forwardedFor ?? '').split(',').flatMap(entry => entry.trim() || [])
  if (proxies.count === null) return firstStranger(peer, entries.toReversed(), proxies)
  return readAddress(entries.at(-proxies.count) ?? entries[0] ?? socketAddress) ?? peer
}

/** Follows the chain of proxies back to the first address that is not one. */
function firstStranger(peer: string, entries: readonly string[], proxies: TrustedProxies): string {
  let caller = peer
  for (const entry of entries) {
    const address = readAddress(entry)
    if (address === null || !proxies.includes(caller)) break
    caller = address
  }
  return caller
}
