// Runs the API server and restarts it whenever a file that it has loaded changes. Sites and open pages stay.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

interface WatchedApiOptions {
  /** The folder with the code and the programmes. */
  root: string
  port: number
  sitePort: number
  data: string
  demo: boolean
}

export interface WatchedApi {
  /** Resolves once it serves. Errors appear on the terminal; the server restarts once they are fixed. */
  ready: Promise<void>
  stop: () => Promise<void>
}

const POLL_MS = 200

export function watchApi({ root, port, sitePort, data, demo }: WatchedApiOptions): WatchedApi {
  const words = ['--port', port, '--site-port', sitePort, '--data', data, '--root', root].map(String)
  const child = spawn(
    process.execPath,
    [
      '--watch',
      '--watch-preserve-output',
      join(root, 'scripts/dev-api.ts'),
      ...words,
      ...(demo ? ['--demo'] : [])
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }
  )
  const ended = once(child, 'exit')
  const serves = async (): Promise<boolean> =>
    fetch(`http://localhost:${port}/readyz`).then(
      reply => reply.ok,
      () => false
    )
  const untilReady = async (): Promise<void> => {
    while (child.exitCode === null && !(await serves())) await pause(POLL_MS)
  }
  return {
    ready: untilReady(),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    }
  }
}
