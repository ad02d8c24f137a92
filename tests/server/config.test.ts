import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { clientAddress } from '#server/http/client-address.ts'
import { readConfig } from '#server/config.ts'

const file = (text: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'config-')), 'programmes.json')
  writeFileSync(path, text)
  return path
}

test('without anything it serves the programmes of the folder on its own database', () => {
  const read = readConfig({})
  expect(read).toMatchObject({ ok: true, value: { port: 4322, dataDirectory: resolve('.data') } })
  expect(read.ok && read.value.programmes.map(programme => programme.code)).toEqual([
    'councils',
    'libraries',
    'wards'
  ])
})

test('every variable is read', () => {
  const path = file(
    JSON.stringify([
      { programmeId: 9, code: 'clinics', programmeName: 'Clinics', origins: ['https://clinics.example'] }
    ])
  )
  const secret = 'x'.repeat(32)
  expect(
    readConfig({
      PORT: '0',
      DATA_DIRECTORY: '/data',
      DATABASE_URL: 'postgres://db/x',
      JWT_SECRET: secret,
      PROGRAMMES: path
    })
  ).toMatchObject({
    ok: true,
    value: {
      port: 0,
      dataDirectory: '/data',
      databaseUrl: 'postgres://db/x',
      jwtSecret: secret,
      programmes: [{ programmeId: 9, code: 'clinics', minimumPeerCount: 5, otpRequired: false }]
    }
  })
})

test.each([
  [0, '203.0.113.9', '10.0.0.1'],
  [1, undefined, '10.0.0.1'],
  [1, '203.0.113.9', '203.0.113.9'],
  [1, '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  [2, 'made up, 203.0.113.9,10.0.0.7', '203.0.113.9'],
  [2, '203.0.113.9', '203.0.113.9'],
  [2, ' , ', '10.0.0.1']
])('behind %i proxies that say "%s" the caller is %s', (proxies, forwardedFor, address) => {
  expect(clientAddress('10.0.0.1', forwardedFor, proxies)).toBe(address)
})

test('all faults come together, each with its variable', () => {
  const read = readConfig({
    PORT: '99999',
    DATABASE_URL: 'mysql://db',
    JWT_SECRET: 'short',
    PROGRAMMES: '/nowhere.json',
    TRUSTED_PROXIES: 'all'
  })
  expect(read.ok ? [] : read.error).toEqual([
    { variable: 'PORT', message: 'must be a port number from 0 to 65535' },
    { variable: 'DATABASE_URL', message: 'must begin with postgres:// or postgresql://' },
    { variable: 'JWT_SECRET', message: 'must have at least 32 characters' },
    { variable: 'TRUSTED_PROXIES', message: 'must be a number from 0 to 9' },
    { variable: 'PROGRAMMES', message: expect.stringContaining('cannot be read from /nowhere.json') }
  ])
})

test.each([
  ['[]', 'must name at least one programme'],
  ['[{"programmeId":0,"code":"a","programmeName":"A","origins":[]}]', '0.programmeId'],
  [
    '[{"programmeId":1,"code":"a","programmeName":"A","origins":["http://a.example:*"]}]',
    'links in emails lead there'
  ],
  [
    '[{"programmeId":1,"code":"a","programmeName":"A","origins":["https://a.example/"]}]',
    '0.origins.0 must be an origin'
  ],
  [
    '[{"programmeId":1,"code":"a","programmeName":"A","origins":["https://a.example","*"]}]',
    '0.origins.1 must be an origin'
  ],
  ['{', 'cannot be read']
])('a programmes file with %s is refused', (text, message) => {
  const read = readConfig({ PROGRAMMES: file(text) })
  expect(read.ok ? '' : read.error[0]?.message).toContain(message)
})

test('outbox and metrics are shown by choice, the outbox never with a mail server or behind a proxy', () => {
  expect(readConfig({})).toMatchObject({ ok: true, value: { showsOutbox: false, showsMetrics: false } })
  expect(readConfig({ OUTBOX: 'on', METRICS: 'on' })).toMatchObject({
    ok: true,
    value: { showsOutbox: true, showsMetrics: true }
  })
  expect(readConfig({ METRICS: 'yes' })).toMatchObject({
    ok: false,
    error: [{ variable: 'METRICS', message: 'must be on or off' }]
  })
  const faults = [{ variable: 'OUTBOX', message: 'must be off with SMTP_URL and behind a proxy' }]
  for (const more of [
    { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' },
    { TRUSTED_PROXIES: '1' }
  ])
    expect(readConfig({ OUTBOX: 'on', ...more })).toMatchObject({ ok: false, error: faults })
})
