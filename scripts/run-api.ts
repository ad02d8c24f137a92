import type { RunningServer } from '#server/start.ts'
import { listenAddress, StartupError } from './ports.ts'
import { print, printError } from './terminal.ts'

interface ApiOptions {
  port: number
  dataDirectory: string
  reset: boolean
  /** Whether to create demo accounts in a configured database too. */
  demo: boolean
  /** The folder with programmes/ and public/. Changed files are served without a restart. */
  root: string
  /** The port that serves the sites. */
  sitePort: number
}

/** Starts the API server for the valid programmes; only their own sites may call it. */
export async function runApi({
  port,
  dataDirectory,
  reset,
  demo,
  root,
  sitePort
}: ApiOptions): Promise<RunningServer> {
  const { fillWithDemo } = await import('#demo/seed.ts')
  const { serveBackups } = await import('#operations/backup/running.ts')
  const { programmeFilesIn } = await import('#server/config.ts')
  const { startServer } = await import('#server/start.ts')
  const { isPostgresUrl } = await import('#server/database/open.ts')
  const databaseUrl = process.env['DATABASE_URL']
  if (databaseUrl !== undefined && !isPostgresUrl(databaseUrl))
    throw new StartupError('DATABASE_URL must begin with postgres:// or postgresql://.')
  const programmeFiles = programmeFilesIn(root, `http://{code}.localhost:${sitePort}`)
  const read = programmeFiles.read()
  if (!read.ok) throw new StartupError(`programmes/ ${read.error}`)
  const { programmes, leftOut } = read.value
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
    programmes,
    leftOutCount: leftOut.codes.length,
    programmeFiles,
    onMail: mail => print(`Email to ${mail.recipient}: ${mail.subject} – http://localhost:${port}/outbox`),
    log: (...[level, event, facts]) => {
      if (level === 'error') printError(`API: ${event} ${JSON.stringify(facts)}`)
    }
  })
}
