// The built sites and their API in a process of their own, as `npm start` runs them, on data of the benchmark's own.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#tests/support/host-requests.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface SiteProcess {
  /** Of one programme's site. */
  url: string
  api: string
  /** The folder that it is served from. */
  folder: string
  close: () => Promise<void>
}

export async function startSite(code: string, data: string): Promise<SiteProcess> {
  const [port, apiPort] = [await freePort(), await freePort()]
  const words = ['--port', String(port), '--api-port', String(apiPort), '--data', data]
  const folder = join(root, '.build/local', String(apiPort))
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts'), ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const closed = once(child, 'close')
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('Ctrl+C stops everything') && resolve())
    child.on('close', () => reject(new Error('The site did not start.')))
  })
  return {
    url: `http://${code}.localhost:${port}`,
    api: `http://localhost:${apiPort}`,
    folder: join(folder, code),
    close: async () => {
      child.kill('SIGINT')
      await closed
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
