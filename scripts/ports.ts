import { createServer } from 'node:net'
import { InvalidArgumentError } from 'commander'
import { isListenAddress, LISTEN_ADDRESS_FAULT, LOOPBACK } from '#server/http/network-address.ts'

/** A start that cannot succeed, explained in one sentence with a fix. */
export class StartupError extends Error {}

export function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new InvalidArgumentError('A port is a whole number from 1 to 65535.')
  return port
}

/** The address that the sites and the API listen on: this machine only, unless HOST is set. */
export function listenAddress(): string {
  const host = process.env['HOST'] ?? LOOPBACK
  if (!isListenAddress(host)) throw new StartupError(`HOST ${LISTEN_ADDRESS_FAULT}.`)
  return host
}

/** Fails early if a port is taken, naming the option that changes it. */
export function requireFreePort(port: number, option: string, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartupError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use. Stop what listens there, or choose another with ${option}.`
            : `Port ${port} cannot be used (${error.code ?? error.message}). Choose another with ${option}.`
        )
      )
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
