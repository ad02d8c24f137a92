import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { MINIMUM_PEERS } from '#contract/limits.ts'
import { demoProgrammes } from './demo-programmes.ts'
import type { Programme } from './programme.ts'

export interface Config {
  port: number
  dataDirectory: string
  databaseUrl?: string
  jwtSecret?: string
  programmes: readonly Programme[]
}

export type ConfigFault = { variable: string; message: string }

/** Reads the environment. All faults come together, each naming its variable and what it should be. */
export function readConfig(
  environment: Record<string, string | undefined>
): { ok: true; config: Config } | { ok: false; faults: ConfigFault[] } {
  const faults: ConfigFault[] = []
  const fault = (variable: string, message: string): void => void faults.push({ variable, message })
  const port = Number(environment['PORT'] ?? 4322)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) fault('PORT', 'must be a port number from 0 to 65535')
  const databaseUrl = environment['DATABASE_URL']
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl))
    fault('DATABASE_URL', 'must begin with postgres:// or postgresql://')
  const jwtSecret = environment['JWT_SECRET']
  if (jwtSecret !== undefined && jwtSecret.length < 32) fault('JWT_SECRET', 'must have at least 32 characters')
  const programmes = readProgrammes(environment['PROGRAMMES'], fault)
  if (faults.length > 0) return { ok: false, faults }
  const config = { port, dataDirectory: resolve(environment['DATA_DIRECTORY'] ?? '.data'), programmes }
  return { ok: true, config: { ...config, ...(databaseUrl && { databaseUrl }), ...(jwtSecret && { jwtSecret }) } }
}

const ProgrammeFile = v.pipe(
  v.array(
    v.object({
      programmeId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      code: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/)),
      programmeName: v.string(),
      minimumPeerCount: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), MINIMUM_PEERS),
      origins: v.array(v.string()),
      explorerTypes: v.optional(v.array(v.object({ explorer_type: v.string(), label: v.string() })), [
        { explorer_type: 'results', label: 'Results' },
        { explorer_type: 'trends', label: 'Trends' }
      ]),
      otpRequired: v.optional(v.boolean(), false)
    })
  ),
  v.nonEmpty()
)

/** PROGRAMMES names a JSON file with the programmes that this server serves; without it, the demo's. */
function readProgrammes(path: string | undefined, fault: (variable: string, message: string) => void): readonly Programme[] {
  if (path === undefined) return demoProgrammes
  if (!existsSync(path)) fault('PROGRAMMES', `names ${path}, which does not exist`)
  else {
    try {
      const result = v.safeParse(ProgrammeFile, JSON.parse(readFileSync(path, 'utf8')))
      if (result.success) return result.output
      fault('PROGRAMMES', `${path}: ${v.getDotPath(result.issues[0]) ?? ''} ${result.issues[0].message}`)
    } catch (error) {
      fault('PROGRAMMES', `${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return []
}
