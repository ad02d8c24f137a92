// Runs the API alone, configured by the environment: PORT, DATA_DIRECTORY, DATABASE_URL, JWT_SECRET, SMTP_URL with MAIL_FROM, PROGRAMMES, TRUSTED_PROXIES, SEED.
// node src/server/main.ts [--seed demo|scale=<submissions>]
import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { StartFailure, startServer } from './serve.ts'

const { values } = parseArgs({ options: { seed: { type: 'string' } } })
const read = readConfig({ ...process.env, ...(values.seed !== undefined && { SEED: values.seed }) })
if (!read.ok) {
  for (const { variable, message } of read.faults) process.stderr.write(`${variable} ${message}.\n`)
  process.exit(2)
}

try {
  const server = await startServer(read.config)
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
