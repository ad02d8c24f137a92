// The API server as a separate process, which can be killed without cleanup.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface ServerProcess {
  /** Base address of the API, without the prefix. */
  url: string
  pid: number
  /** Ends it at once: nothing is finished, nothing is closed. */
  kill(): Promise<void>
}

/** Of this process's environment, what a process needs that is started with variables of its own; the cache of compiled code halves the time of its start. */
export const bareEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE']
})

/** Starts `npm run api`, or another server that says the same at start, on a free port. Answers when it serves. */
export async function startProcess(
  environment: Record<string, string>,
  words: readonly string[] = [],
  script = 'scripts/api.ts',
  folder = '.'
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [script, ...words], {
    cwd: folder,
    env: { ...bareEnvironment(), PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const ended = once(child, 'exit')
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  const listening = new Promise<number>(resolve => {
    createInterface({ input: child.stdout }).on('line', line => {
      const { event, port } = JSON.parse(line) as { event: string; port?: number }
      if (event === 'listening' && port !== undefined) resolve(port)
    })
  })
  const port = await Promise.race([
    listening,
    ended.then(() => Promise.reject(new Error(`The server ended before it served: ${complaint}`)))
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL')
      await ended
    }
  }
}
