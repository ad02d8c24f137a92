import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe } from 'vitest'
import { buildAlpha, publishAlpha, type BuiltFixture } from '#tests/support/built-site.ts'
import { programCommand } from '#tests/support/host-programs.ts'
import { freePort, proveHost, untilServed } from '#tests/support/host-requests.ts'

const command = programCommand('caddy')
let site: BuiltFixture
let port = 0
let published = ''
let stop: () => Promise<void>

describe.skipIf(command === undefined)('Caddy', () => {
  beforeAll(async () => {
    site = await buildAlpha()
    port = await freePort()
    const { folder } = site
    published = await publishAlpha(site)
    folder.write(
      'Caddyfile',
      `{\n\tadmin off\n\tauto_https off\n}\nhttp://alpha.localhost:${port} {\n\troot * ${published}\n\timport ${folder.file('dist/_hosting/alpha/Caddyfile')}\n}\n`
    )
    const child = spawn(command ?? '', ['run', '--config', folder.file('Caddyfile')], {
      stdio: 'ignore',
      env: { ...process.env, HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path }
    })
    stop = async () => {
      child.kill()
      await once(child, 'close')
    }
    await untilServed(port)
  })
  afterAll(async () => {
    await stop()
    site.dispose()
  })

  proveHost(
    () => port,
    () => published,
    { copies: ['br', 'gzip'], pageCopies: ['br', 'gzip'] }
  )
})
