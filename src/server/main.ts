// Runs the API alone, configured by the environment (config.ts): node src/server/main.ts
import { readConfig } from './config.ts'
import { StartupError } from './http/listen.ts'
import { startServer, type ServeOptions } from './start.ts'

/**
 * Starts the server and stops it on SIGINT and SIGTERM. A start that cannot succeed ends the process with a
 * sentence and code 2 for configuration, 1 otherwise.
 */
export async function main(fill?: ServeOptions['fill']): Promise<void> {
  const read = readConfig(process.env)
  if (!read.ok) {
    for (const { variable, message } of read.error) process.stderr.write(`${variable} ${message}.\n`)
    process.exit(2)
  }
  try {
    const server = await startServer({ ...read.value, ...(fill && { fill }) })
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
    process.stderr.write(`${error instanceof StartupError ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  }
}

if (import.meta.main) await main()
