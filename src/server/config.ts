import { resolve } from 'node:path'
import * as v from 'valibot'
import { err, ok, type Result } from '#lib/result.ts'
import { isEmailAddress } from '#lib/text/email-address.ts'
import { OutsideFolder } from '#outside/folder.ts'
import { describeFault } from '#programme/faults/fault.ts'
import { loadProgrammes } from '#programme/load.ts'
import { isPostgresUrl } from './database/open.ts'
import type { MetricsAccess } from './http/metrics.ts'
import { isListenAddress, LISTEN_ADDRESS_FAULT } from './http/network-address.ts'
import { originsOf, servedProgramme, type RunningProgramme } from './http/programme.ts'
import { readTrustedProxies, type TrustedProxies } from './http/trusted-proxies.ts'

export interface Config {
  port: number
  dataDirectory: string
  databaseUrl?: string
  jwtSecret?: string
  /** The secret that jwtSecret replaces: its tokens stay valid. */
  previousJwtSecret?: string
  programmes: readonly RunningProgramme[]
  /** Programmes whose files have faults are left out: their codes, and each fault with its place. */
  leftOut: { codes: readonly string[]; faults: readonly string[] }
  programmeFiles: ProgrammeFolder
  mail?: { smtpUrl: string; from: string }
  /** The address to listen on; by default this machine only. */
  host?: string
  trustedProxies?: TrustedProxies
  showsOutbox: boolean
  metrics?: MetricsAccess
}

export interface ConfigError {
  variable: string
  message: string
}

/** The programmes' files, which may change while the server runs. */
export interface ProgrammeFolder {
  /** Changes with the files, which are not read for it. */
  state: () => string
  /** The state before they were read for this configuration. */
  readState: string
  read: () => Result<Pick<Config, 'programmes' | 'leftOut'>>
}

/** In SITE_URL, where a programme's code goes. */
const SITE_CODE = '{code}'
const isPlainOrigin = (text: string): boolean => /^https?:\/\//.test(text) && URL.parse(text)?.origin === text
const siteUrlOf = (template: string, code: string): string => template.replaceAll(SITE_CODE, code)

const Switch = v.optional(
  v.pipe(
    v.picklist(['on', 'off'], 'must be on or off'),
    v.transform(word => word === 'on')
  ),
  'off'
)

const TrustedProxiesText = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): TrustedProxies | undefined => {
    const proxies = readTrustedProxies(dataset.value)
    if (proxies !== null) return proxies
    addIssue({
      message:
        'must list addresses or networks of proxies, such as 10.0.0.5, 192.168.4.0/24, or be a number from 0 to 9'
    })
    return NEVER
  })
)

const Environment = v.object({
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535'),
      v.transform(Number),
      v.maxValue(65_535, 'must be a port number from 0 to 65535')
    ),
    '4322'
  ),
  // An empty value would mean the working directory.
  DATA_DIRECTORY: v.optional(
    v.pipe(v.string(), v.minLength(1, 'must name a directory, or not be set')),
    '.data'
  ),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.check(isPostgresUrl, 'must begin with postgres:// or postgresql://'))
  ),
  JWT_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  JWT_SECRET_PREVIOUS: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'))),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.check(isEmailAddress, 'must be an email address'))),
  SITE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        text => text.includes(SITE_CODE) && isPlainOrigin(siteUrlOf(text, 'code')),
        'must be an origin with {code} in it, such as https://{code}.example.org'
      )
    )
  ),
  HOST: v.optional(v.pipe(v.string(), v.check(isListenAddress, LISTEN_ADDRESS_FAULT))),
  TRUSTED_PROXIES: v.optional(TrustedProxiesText, ''),
  OUTBOX: Switch,
  METRICS: Switch,
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters')))
})

/** Variables that mean nothing without another. */
const TOGETHER = [
  ['SMTP_URL', 'MAIL_FROM'],
  ['JWT_SECRET_PREVIOUS', 'JWT_SECRET']
] as const

const whatIsNeededToo = (environment: Record<string, string | undefined>): ConfigError[] =>
  TOGETHER.filter(
    ([variable, needed]) => environment[variable] !== undefined && environment[needed] === undefined
  ).map(([variable, needed]) => ({ variable: needed, message: `must be given with ${variable}` }))

/** Reads the environment. Reports all errors together, each with its variable and the expected value. */
export function readConfig(
  environment: Record<string, string | undefined>,
  root = resolve('.')
): Result<Config, ConfigError[]> {
  const read = v.safeParse(Environment, environment)
  const programmeFiles = programmeFilesIn(root, environment['SITE_URL'])
  const programmes = programmeFiles.read()
  const faults = (read.issues ?? []).map(issue => ({
    variable: v.getDotPath(issue) ?? '',
    message: issue.message
  }))
  if (!programmes.ok) faults.push({ variable: 'programmes/', message: programmes.error })
  faults.push(...whatIsNeededToo(environment))
  if (read.success && read.output.OUTBOX && isForOthers(read.output))
    faults.push({ variable: 'OUTBOX', message: 'must be off with SMTP_URL and behind a proxy' })
  if (!read.success || faults.length > 0 || !programmes.ok) return err(faults)
  const { PORT, DATA_DIRECTORY, OUTBOX } = read.output
  const always = {
    port: PORT,
    dataDirectory: resolve(DATA_DIRECTORY),
    ...programmes.value,
    programmeFiles,
    showsOutbox: OUTBOX
  }
  return ok({ ...always, ...presentOptions(read.output), ...networkOptions(read.output) })
}

/** Whether the server is reachable from other machines, where the outbox must not be readable. */
const isForOthers = ({ SMTP_URL, TRUSTED_PROXIES }: v.InferOutput<typeof Environment>): boolean =>
  SMTP_URL !== undefined || TRUSTED_PROXIES !== undefined

/** Network settings, if set. */
const networkOptions = ({
  HOST,
  TRUSTED_PROXIES,
  METRICS,
  METRICS_TOKEN
}: v.InferOutput<typeof Environment>): Partial<Config> => ({
  ...(HOST !== undefined && { host: HOST }),
  ...(TRUSTED_PROXIES && { trustedProxies: TRUSTED_PROXIES }),
  ...(METRICS_TOKEN !== undefined ? { metrics: { token: METRICS_TOKEN } } : METRICS && { metrics: {} })
})

/** An option without a default is present only if it was set. */
function presentOptions({
  DATABASE_URL,
  JWT_SECRET,
  JWT_SECRET_PREVIOUS,
  SMTP_URL,
  MAIL_FROM
}: v.InferOutput<typeof Environment>): Partial<Config> {
  return {
    ...(DATABASE_URL !== undefined && { databaseUrl: DATABASE_URL }),
    ...(JWT_SECRET !== undefined && { jwtSecret: JWT_SECRET }),
    ...(JWT_SECRET_PREVIOUS !== undefined && { previousJwtSecret: JWT_SECRET_PREVIOUS }),
    ...(SMTP_URL !== undefined && MAIL_FROM !== undefined && { mail: { smtpUrl: SMTP_URL, from: MAIL_FROM } })
  }
}

/** Logos count too: without one, a programme is left out. */
const stateOfFiles = (folder: OutsideFolder): string =>
  ['programmes', 'public/images/logos'].map(path => folder.stateOf(path)).join()

/** With `siteUrl`, the sites are there, whatever the files say: an address with `{code}` in it. */
export function programmeFilesIn(root: string, siteUrl: string | undefined): ProgrammeFolder {
  const folder = new OutsideFolder(root)
  const state = (): string => stateOfFiles(folder)
  return { state, readState: state(), read: () => readProgrammes(root, siteUrl) }
}

/** The valid programmes that sites are built from. */
function readProgrammes(root: string, siteUrl: string | undefined): ReturnType<ProgrammeFolder['read']> {
  const loaded = loadProgrammes({ root })
  if (!loaded.ok) return err(`has faults: ${loaded.error.map(describeFault).join('; ')}`)
  const { programmes, leftOut, faults } = loaded.value
  return ok({
    programmes: programmes.map(({ programme }) =>
      servedProgramme(
        programme,
        siteUrl === undefined ? originsOf(programme) : [siteUrlOf(siteUrl, programme.code)]
      )
    ),
    leftOut: { codes: leftOut, faults: faults.map(describeFault) }
  })
}
