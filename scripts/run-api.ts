import { mkdirSync } from 'node:fs'
import type { SoundProgramme } from '#programme/load.ts'
import type { RunningServer } from '#server/start.ts'
import { CannotStart } from './ports.ts'

interface ApiOptions {
  port: number
  dataDirectory: string
  reset: boolean
  /** Demo accounts even in a database of one's own. */
  demo: boolean
  programmes: readonly SoundProgramme[]
  /** Where the sites are served. */
  sitePort: number
  /** Something else that needs the platform's own Response runs in this process. */
  isGuest?: boolean
}

/** Starts the API server for these programmes; only their own sites may call it. */
export async function runApi({
  port,
  dataDirectory,
  reset,
  demo,
  programmes,
  sitePort,
  isGuest = false
}: ApiOptions): Promise<RunningServer> {
  const { startServer } = await import('#server/start.ts')
  makeFolder(dataDirectory)
  const databaseUrl = process.env['DATABASE_URL']
  const standardTypes = [{ explorer_type: 'results', label: 'Results' }]
  return startServer({
    port,
    dataDirectory,
    reset,
    isGuest,
    ...(databaseUrl !== undefined && { databaseUrl }),
    // Their password is published: never without being asked for in a database that may be a real one.
    isDemo: databaseUrl === undefined || demo,
    showsOutbox: true,
    programmes: programmes.map(({ programme }) => ({
      programmeId: programme.programmeId,
      code: programme.code,
      programmeName: programme.programmeName,
      minimumPeerCount: programme.siteConfig.minimum_peer_count,
      explorerTypes: programme.siteConfig.explorer_types.length > 0 ? programme.siteConfig.explorer_types : standardTypes,
      otpRequired: programme.siteConfig.otp_required,
      ...(programme.passwordMaxAgeDays !== undefined && { passwordMaxAgeDays: programme.passwordMaxAgeDays }),
      origins: [`http://${programme.code}.localhost:${sitePort}`]
    })),
    onMail: mail => console.log(`Mail to ${mail.recipient}: ${mail.subject} – http://localhost:${port}/outbox`),
    log: (level, message, fields) => {
      if (level === 'error') console.error(`API: ${message}`, fields ?? '')
    }
  })
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new CannotStart(`The data folder ${folder} cannot be made (${reason}). Choose another with --data.`)
  }
}
