import type { Context } from 'hono'
import type { AppEnvironment } from './environment.ts'
import { isLoopback } from './network-address.ts'

const LOCAL_HOST = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i
const FORWARDING =
  /^(via|forwarded(-.+)?|x-(forwarded|original|envoy)-.+|(.+-)?(client|real|connecting)-?ip(v6)?)$/

/**
 * Whether the request comes directly from this computer. A proxy here forwards calls of anyone, and a browser calls for any page whose host name
 * points to this machine (DNS rebinding).
 */
export function isLocalRequest({ env, req }: Context<AppEnvironment>): boolean {
  const isForwarded = [...req.raw.headers.keys()].some(name => FORWARDING.test(name))
  return (
    !isForwarded &&
    LOCAL_HOST.test(req.header('Host') ?? '') &&
    isLoopback(env?.incoming?.socket.remoteAddress ?? '')
  )
}
