import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'
import { publishFrom } from '#tests/support/publish-command.ts'
import { writeSmallSite } from '#tests/support/published-site.ts'
import { KEYS, S3Server } from '#tests/support/s3-server.ts'

const DAY = 86_400_000

test('shared immutable files are stored once, and one more site takes few requests', async () => {
  await using server = await S3Server.start()
  using folder = new TemporaryFolder()
  const dist = join(folder.path, 'dist')
  const target = `s3://sites/network?endpoint=${server.endpoint}&region=eu-west-1`
  const keys = { AWS_ACCESS_KEY_ID: KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey }
  const bucket = (...words: string[]) =>
    publishFrom(dist, ['--target', target, '--assets', 'shared/', ...words], keys)
  server.pageSize = 3
  for (const code of ['alpha', 'beta', 'gamma']) writeSmallSite(dist, code, 'first')
  expect((await bucket()).status).toBe(0)
  const puts = server.log.filter(line => /^PUT .*\/(assets|fonts)\//.test(line))
  expect(puts.every(line => line.startsWith('PUT network/shared/'))).toBe(true)
  expect(new Set(puts).size).toBe(3)
  server.pageSize = 1000
  server.log.length = 0
  writeSmallSite(dist, 'delta', 'first')
  expect((await bucket('--programme', 'delta')).status).toBe(0)
  // Each replaced file twice, and requests for lock, list and record.
  expect(server.log.length).toBeLessThanOrEqual(2 * 9 + 14)

  server.now += 40 * DAY
  writeSmallSite(dist, 'alpha', 'second')
  expect((await bucket('--programme', 'alpha')).status).toBe(0)
  const shared = () => [...server.files.keys()].filter(key => /^network\/shared\/(assets|fonts)/.test(key))
  const prune = ['prune', '--keep', '0', '--older', '0d', '--programme', 'alpha']
  expect((await bucket(...prune, '--yes')).stdout).toMatch(/shared\/ +done .*removed 0 builds, 0 files/)
  expect(shared()).toHaveLength(5)
  for (const code of ['beta', 'gamma', 'delta']) writeSmallSite(dist, code, 'second')
  expect((await bucket()).status).toBe(0)
  server.now += DAY
  expect((await bucket(...prune.slice(0, -2))).stdout).toMatch(
    /shared\/ +planned .*would remove 0 builds, 0 files/
  )
  expect((await bucket(...prune.slice(0, -2), '--yes')).stdout).toMatch(
    /shared\/ +done .*removed 0 builds, 2 files/
  )
  expect(shared()).toHaveLength(3)
})
