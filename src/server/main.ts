// Runs the API alone, configured by the environment: PORT, DATA_DIRECTORY, DATABASE_URL, JWT_SECRET, SMTP_URL with MAIL_FROM, PROGRAMMES, TRUSTED_PROXIES,
// OUTBOX, METRICS, SEED.
// node src/server/main.ts [--demo] [--seed demo|scale=<submissions>]
import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { StartFailure, startServer } from './start.ts'

const { values } = parseArgs({ options: { demo: { type: 'boolean' }, seed: { type: 'string' } } })
const size = values.seed ?? (values.demo ? 'demo' : undefined)
const read = readConfig({ ...process.env, ...(size !== undefined && { SEED: size }) })
if (!read.ok) {
  for (const { variable, message } of read.faults) process.stderr.write(`${variable} ${message}.\n`)
  process.exit(2)
}

try {
  const server = await startServer(read.config)
  const empty = server.emptyProgrammes.join(', ')
  if (empty !== '')
    process.stderr.write(
      `Nobody can sign in to ${empty} yet: write your organisations and a superuser into the database, or start with --demo.\n`
    )
  const stop = (): void => {
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      }
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  process.stderr.write(`${error instanceof StartFailure ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}
