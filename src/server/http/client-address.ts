/**
 * The caller's network address, for rate limits. Each of `trustedProxies` proxies appends the address that
 * called it to X-Forwarded-For, so the outermost one's entry is that far from the end; everything before it
 * may be forged.
 */
export function clientAddress(socket: string, forwardedFor: string | undefined, trustedProxies = 0): string {
  if (trustedProxies === 0) return socket
  const addresses = (forwardedFor ?? '').split(',').flatMap(address => address.trim() || [])
  return addresses.at(-trustedProxies) ?? addresses[0] ?? socket
}
