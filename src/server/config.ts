import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { MIN_PEERS } from '#contract/limits.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { describeFault } from '#programme/fault.ts'
import { loadProgrammes } from '#programme/load.ts'
import { servedProgramme, type Programme } from './http/programme.ts'

export interface Config {
  port: number
  dataDirectory: string
  databaseUrl?: string
  jwtSecret?: string
  programmes: readonly Programme[]
  mail?: { smtpUrl: string; from: string }
  trustedProxies: number
  showsOutbox: boolean
  showsMetrics: boolean
}

export interface ConfigError {
  variable: string
  message: string
}

const Switch = v.optional(
  v.pipe(
    v.picklist(['on', 'off'], 'must be on or off'),
    v.transform(word => word === 'on')
  ),
  'off'
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
  DATA_DIRECTORY: v.optional(v.string(), '.data'),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://'))
  ),
  JWT_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'))),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.regex(/^[^@\s]+@[^@\s]+$/, 'must be an email address'))),
  PROGRAMMES: v.optional(v.string()),
  TRUSTED_PROXIES: v.optional(
    v.pipe(v.string(), v.regex(/^\d$/, 'must be a number from 0 to 9'), v.transform(Number)),
    '0'
  ),
  OUTBOX: Switch,
  METRICS: Switch
})

/** `https://wards.example.org`, with a port where it is not the scheme's own; `:*` is any port. */
const Origin = v.pipe(
  v.string('must be a text'),
  v.check(text => {
    const one = text.replace(/:\*$/, '')
    return /^https?:\/\//.test(one) && URL.parse(one)?.origin === one
  }, 'must be an origin such as https://wards.example.org, without a path')
)
const isOnePort = (origin: string): boolean => !origin.endsWith(':*')

const ProgrammeFile = v.pipe(
  v.array(
    v.object({
      programmeId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      code: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/)),
      programmeName: v.string(),
      minimumPeerCount: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), MIN_PEERS),
      origins: v.pipe(
        v.tupleWithRest([Origin], Origin, 'must name at least one origin'),
        v.check(
          ([first]) => isOnePort(first),
          'must begin with an origin of one port: links in emails lead there'
        )
      ),
      explorerTypes: v.optional(v.array(v.object({ explorer_type: v.string(), label: v.string() })), [
        { explorer_type: 'results', label: 'Results' },
        { explorer_type: 'trends', label: 'Trends' }
      ]),
      otpRequired: v.optional(v.boolean(), false),
      passwordMaxAgeDays: v.exactOptional(
        v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(3650))
      )
    })
  ),
  v.nonEmpty('must name at least one programme')
)

/** Reads the environment. Reports all errors together, each with its variable and the expected value. */
export function readConfig(environment: Record<string, string | undefined>): Result<Config, ConfigError[]> {
  const read = v.safeParse(Environment, environment)
  const programmes = readProgrammes(environment['PROGRAMMES'])
  const faults = (read.issues ?? []).map(issue => ({
    variable: v.getDotPath(issue) ?? '',
    message: issue.message
  }))
  if (typeof programmes === 'string') faults.push({ variable: 'PROGRAMMES', message: programmes })
  if (environment['SMTP_URL'] !== undefined && environment['MAIL_FROM'] === undefined)
    faults.push({ variable: 'MAIL_FROM', message: 'must be given with SMTP_URL' })
  if (
    read.success &&
    read.output.OUTBOX &&
    (environment['SMTP_URL'] !== undefined || read.output.TRUSTED_PROXIES > 0)
  )
    faults.push({ variable: 'OUTBOX', message: 'must be off with SMTP_URL and behind a proxy' })
  if (!read.success || faults.length > 0 || typeof programmes === 'string') return err(faults)
  const { PORT, DATA_DIRECTORY, TRUSTED_PROXIES, OUTBOX, METRICS } = read.output
  const shown = { showsOutbox: OUTBOX, showsMetrics: METRICS }
  const always = {
    port: PORT,
    dataDirectory: resolve(DATA_DIRECTORY),
    programmes,
    trustedProxies: TRUSTED_PROXIES
  }
  return ok({ ...always, ...shown, ...given(read.output) })
}

/** An option without a default is present only if it was set. */
function given({
  DATABASE_URL,
  JWT_SECRET,
  SMTP_URL,
  MAIL_FROM
}: v.InferOutput<typeof Environment>): Partial<Config> {
  return {
    ...(DATABASE_URL !== undefined && { databaseUrl: DATABASE_URL }),
    ...(JWT_SECRET !== undefined && { jwtSecret: JWT_SECRET }),
    ...(SMTP_URL !== undefined && MAIL_FROM !== undefined && { mail: { smtpUrl: SMTP_URL, from: MAIL_FROM } })
  }
}

/**
 * PROGRAMMES names a JSON file with the programmes to serve; without it, those in `programmes/`. A string is
 * an error message.
 */
function readProgrammes(path: string | undefined): readonly Programme[] | string {
  if (path === undefined) return programmesOfFolder()
  try {
    const result = v.safeParse(ProgrammeFile, JSON.parse(readFileSync(path, 'utf8')))
    if (result.success) return result.output
    const [issue] = result.issues
    return `${path}: ${v.getDotPath(issue) ?? 'the file'} ${issue.message}`
  } catch (error) {
    return `cannot be read from ${path}: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** The programmes that sites are built from, with the origins where `npm start` and `npm run dev` serve them. */
function programmesOfFolder(): readonly Programme[] | string {
  const loaded = loadProgrammes({ root: resolve('.') })
  if (!loaded.ok)
    return `is not set, and programmes/ has faults: ${loaded.error.map(describeFault).join('; ')}`
  return loaded.value.map(({ programme }) =>
    servedProgramme(programme, [
      `http://${programme.code}.localhost:4321`,
      `http://${programme.code}.localhost:*`
    ])
  )
}
