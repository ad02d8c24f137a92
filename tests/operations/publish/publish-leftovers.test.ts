// A page that reached a bucket after its publisher had lost the lock and died. No record lists it.

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildIn } from '#operations/publish/build.ts'
import { S3Site } from '#operations/publish/s3-site.ts'
import { s3Store } from '#operations/publish/s3-store.ts'
import { openPart } from '#operations/publish/store.ts'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'
import { smallSite, writeSmallSite } from '#tests/support/published-site.ts'
import { KEYS, S3Server } from '#tests/support/s3-server.ts'

const SITE = 'alpha/'
const FOREIGN = `${SITE}verification.html`
const DAY = 86_400_000

interface Stage {
  site: S3Site
  publish: (name: string) => Promise<unknown>
}

test.each<[string, (stage: Stage) => Promise<unknown>]>([
  ['publish', ({ publish }) => publish('second')],
  ['prune', ({ site }) => site.prune(0, DAY, true)]
])('the next %s removes it, and no file of others', async (_name, act) => {
  using folder = new TemporaryFolder()
  await using server = await S3Server.start()
  const store = s3Store({ bucket: 'sites', endpoint: server.endpoint, region: 'eu-west-1' }, KEYS)
  const site = new S3Site({ store: openPart(store, SITE), holder: 'ann' })
  const publish = async (name: string): Promise<void> => {
    writeSmallSite(folder.path, 'alpha', name)
    await site.publish(await buildIn(folder.path, 'alpha'))
    server.now += 40 * DAY
  }
  await publish('first')
  await publish('second')
  const kept = server.files.get(join(SITE, 'builds', smallSite('alpha', 'first').id, 'only-first.html'))!
  expect(server.files.has(`${SITE}only-first.html`)).toBe(false)
  server.files.set(`${SITE}only-first.html`, kept)
  server.files.set(FOREIGN, { ...kept, content: Buffer.from('for a search engine') })

  await act({ site, publish })
  expect(server.files.has(`${SITE}only-first.html`)).toBe(false)
  expect(server.files.has(FOREIGN)).toBe(true)
  expect(server.text(`${SITE}only-second.html`)).toBe(smallSite('alpha', 'second').files['only-second.html'])
})
