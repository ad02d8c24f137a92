import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { buildAlpha, type BuiltFixture } from '#tests/support/built-site.ts'
import { hasPackage, packageCommand } from '#tests/support/host-programs.ts'
import { freePort, proveHost, untilServed } from '#tests/support/host-requests.ts'

/** Pages has no rule with status 404: it answers what is missing with the page for that, and its rules know no endings. */
function instead(path: string, status: number, page: string): [number, string] {
  // The program that stands in for Pages here fails on the two files that Pages itself does not publish.
  if (['/_headers', '/_redirects'].includes(path)) return [502, '-']
  if (path === '/surveys/404' || path === '/projects/lost.json') return [200, 'app']
  return status === 404 ? [404, '404'] : [status, page]
}

let site: BuiltFixture
let port = 0
let stop: () => Promise<void>

describe.skipIf(!hasPackage('wrangler'))('Cloudflare Pages', () => {
  beforeAll(async () => {
    site = await buildAlpha()
    port = await freePort()
    const words = [
      'pages',
      'dev',
      '.',
      '--port',
      String(port),
      '--ip',
      '127.0.0.1',
      '--compatibility-date',
      '2025-01-01'
    ]
    const child = spawn(packageCommand('wrangler'), words, {
      cwd: site.folder.file('dist/alpha'),
      // Its worker is a process of its own.
      detached: true,
      stdio: 'ignore',
      env: {
        ...process.env,
        PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
        CI: 'true',
        WRANGLER_SEND_METRICS: 'false',
        WRANGLER_LOG_PATH: site.folder.path,
        XDG_CONFIG_HOME: site.folder.path
      }
    })
    stop = async () => {
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      await once(child, 'close')
    }
    await untilServed(port, 100)
  })
  afterAll(async () => {
    await stop()
    site.dispose()
  })

  proveHost(
    () => port,
    () => site.folder.file('dist/alpha'),
    { instead, refusals: [400, 404, 502] }
  )
})
