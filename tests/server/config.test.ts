import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>'
const clinics = {
  code: 'clinics',
  programmeId: 9,
  programmeName: 'Clinics',
  productName: 'Clinic Compare',
  apiBase: 'https://api.clinics.example',
  primaryColour: '#0b6e75'
}

/** A folder with one programme, as the build reads it. */
function rootWith(programme: object): string {
  const root = mkdtempSync(join(tmpdir(), 'config-'))
  mkdirSync(join(root, 'programmes'))
  mkdirSync(join(root, 'public/images/logos'), { recursive: true })
  writeFileSync(join(root, 'programmes/clinics.json'), JSON.stringify(programme))
  writeFileSync(join(root, 'public/images/logos/clinics.svg'), logo)
  return root
}

const originsIn = (environment: Record<string, string>, programme: object): readonly string[] | undefined => {
  const read = readConfig(environment, rootWith(programme))
  return read.ok ? read.value.programmes[0]?.origins : undefined
}

test('serves the folder’s programmes on an embedded database by default', () => {
  const read = readConfig({})
  expect(read).toMatchObject({ ok: true, value: { port: 4322, dataDirectory: resolve('.data') } })
  expect(read.ok && read.value.programmes.map(programme => programme.code)).toEqual([
    'councils',
    'libraries',
    'wards'
  ])
})

test('every variable is read, and a programme’s file has all that the API needs of it', () => {
  const secret = 'x'.repeat(32)
  const programme = {
    ...clinics,
    passwordMaxAgeDays: 90,
    origins: ['https://clinics.example', 'http://localhost:*'],
    siteConfig: {
      minimum_peer_count: 8,
      otp_required: true,
      explorer_types: [{ explorer_type: 'trends', label: 'Trends' }]
    }
  }
  const environment = {
    PORT: '0',
    DATA_DIRECTORY: '/data',
    DATABASE_URL: 'postgres://db/x',
    JWT_SECRET: secret,
    JWT_SECRET_PREVIOUS: `${secret}y`
  }
  expect(readConfig(environment, rootWith(programme))).toMatchObject({
    ok: true,
    value: {
      port: 0,
      dataDirectory: '/data',
      databaseUrl: 'postgres://db/x',
      jwtSecret: secret,
      previousJwtSecret: `${secret}y`,
      programmes: [
        {
          programmeId: 9,
          code: 'clinics',
          programmeName: 'Clinics',
          minimumPeerCount: 8,
          otpRequired: true,
          passwordMaxAgeDays: 90,
          explorerTypes: [{ explorer_type: 'trends', label: 'Trends' }],
          origins: ['https://clinics.example', 'http://localhost:*']
        }
      ]
    }
  })
})

test('a site is on this machine, where its file says, or where SITE_URL says', () => {
  const origins = ['https://clinics.example']
  expect(originsIn({}, clinics)).toEqual(['http://clinics.localhost:4321', 'http://clinics.localhost:*'])
  expect(originsIn({}, { ...clinics, origins })).toEqual(origins)
  expect(originsIn({ SITE_URL: 'https://{code}.test.example' }, { ...clinics, origins })).toEqual([
    'https://clinics.test.example'
  ])
})

test('all faults come together, each with its variable', () => {
  const read = readConfig({
    PORT: '99999',
    DATA_DIRECTORY: '',
    DATABASE_URL: 'mysql://db',
    JWT_SECRET: 'short',
    SITE_URL: 'https://test.example/{code}/',
    TRUSTED_PROXIES: 'all',
    HOST: 'my-laptop',
    METRICS_TOKEN: 'short'
  })
  expect(read.ok ? [] : read.error).toEqual([
    { variable: 'PORT', message: 'must be a port number from 0 to 65535' },
    { variable: 'DATA_DIRECTORY', message: 'must name a directory, or not be set' },
    { variable: 'DATABASE_URL', message: 'must begin with postgres:// or postgresql://' },
    { variable: 'JWT_SECRET', message: 'must have at least 32 characters' },
    {
      variable: 'SITE_URL',
      message: 'must be an origin with {code} in it, such as https://{code}.example.org'
    },
    { variable: 'HOST', message: 'must be an IP address of this machine, or 0.0.0.0 for all of them' },
    {
      variable: 'TRUSTED_PROXIES',
      message:
        'must list addresses or networks of proxies, such as 10.0.0.5, 192.168.4.0/24, or be a number from 0 to 9'
    },
    { variable: 'METRICS_TOKEN', message: 'must have at least 16 characters' }
  ])
})

test.each([
  [[], 'origins must name at least one origin'],
  [['http://a.example:*'], 'links in emails lead there'],
  [['https://a.example/'], 'an origin must be like https://wards.example.org, without a path'],
  [['https://a.example', '*'], 'an origin must be like https://wards.example.org, without a path']
])('a programme with the origins %j is refused by file and line', (origins, message) => {
  const read = readConfig({}, rootWith({ ...clinics, origins }))
  const [fault] = read.ok ? [] : read.error
  expect(fault?.variable).toBe('programmes/')
  expect(fault?.message).toMatch(/programmes\/clinics\.json:1:\d+ /)
  expect(fault?.message).toContain(message)
})

test('outbox and metrics are shown by choice, the outbox never with a mail server or behind a proxy', () => {
  expect(readConfig({})).toMatchObject({ ok: true, value: { showsOutbox: false } })
  expect(readConfig({})).not.toHaveProperty('value.metrics')
  expect(readConfig({ METRICS_TOKEN: 'x'.repeat(16) })).toMatchObject({
    value: { metrics: { token: 'x'.repeat(16) } }
  })
  expect(readConfig({ OUTBOX: 'on', METRICS: 'on' })).toMatchObject({
    ok: true,
    value: { showsOutbox: true, metrics: {} }
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
