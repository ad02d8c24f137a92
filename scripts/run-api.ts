import type { LoadedProgramme } from '#programme/load.ts'
import type { RunningServer } from '#server/start.ts'
import { listenAddress, StartupError } from './ports.ts'
import { print, printError } from './terminal.ts'

interface ApiOptions {
  port: number
  dataDirectory: string
  reset: boolean
  /** Whether to create demo accounts in a configured database too. */
  demo: boolean
  programmes: readonly LoadedProgramme[]
  /** The port that serves the sites. */
  sitePort: number
}

/** Starts the API server for these programmes; only their own sites may call it. */
export async function runApi({
  port,
  dataDirectory,
  reset,
  demo,
  programmes,
  sitePort
}: ApiOptions): Promise<RunningServer> {
  const { fillWithDemo } = await import('#demo/seed.ts')
  const { serveBackups } = await import('#operations/backup/running.ts')
  const { servedProgramme } = await import('#server/http/programme.ts')
  const { startServer } = await import('#server/start.ts')
  const { isPostgresUrl } = await import('#server/database/open.ts')
  const databaseUrl = process.env['DATABASE_URL']
  if (databaseUrl !== undefined && !isPostgresUrl(databaseUrl))
    throw new StartupError('DATABASE_URL must begin with postgres:// or postgresql://.')
  return startServer({
    port,
    host: listenAddress(),
    dataDirectory,
    reset,
    ...(databaseUrl !== undefined && { databaseUrl }),
    // The demo password is public, so a configured database gets these accounts only on request.
    ...((databaseUrl === undefined || demo) && { fill: fillWithDemo() }),
    serveBackups,
    showsOutbox: true,
    programmes: programmes.map(({ programme }) =>
      servedProgramme(programme, [`http://${programme.code}.localhost:${sitePort}`])
    ),
    onMail: mail => print(`Email to ${mail.recipient}: ${mail.subject} – http://localhost:${port}/outbox`),
    log: (...[level, event, facts]) => {
      if (level === 'error') printError(`API: ${event} ${JSON.stringify(facts)}`)
    }
  })
}
