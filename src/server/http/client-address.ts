/**
 * The network address of the caller, for rate limits. Each of `trustedProxies` proxies adds the address it was called from to the end
 * of X-Forwarded-For, so the outermost one's word stands that far from the end; all before it may be made up by the caller.
 */
export function clientAddress(socket: string, forwardedFor: string | undefined, trustedProxies = 0): string {
  if (trustedProxies === 0) return socket
  const addresses = (forwardedFor ?? '').split(',').flatMap(address => address.trim() || [])
  return addresses.at(-trustedProxies) ?? addresses[0] ?? socket
}
