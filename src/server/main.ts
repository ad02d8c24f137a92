// Runs the API alone, configured by the environment (config.ts).

import { printable } from '#lib/text/printable.ts'
import { readConfig, type Config } from './config.ts'
import { StartupError } from './http/listen.ts'
import { standardLog } from './http/log.ts'
import { isLocal } from './http/programme.ts'
import { startServer, type RunningServer, type ServeOptions } from './start.ts'

const writeError = (text: string): void => void process.stderr.write(`${printable(text)}\n`)

/** What a deployment still needs, each with what to do. */
function* whatIsMissing(
  { programmes, leftOut }: Config,
  { emptyProgrammes }: RunningServer
): Generator<string> {
  if (leftOut.codes.length > 0)
    yield `Not served because of faults in their files: ${leftOut.codes.join(', ')}. Run npm run check-programmes to list the faults, and correct them.`
  const local = programmes.filter(isLocal).map(({ code }) => code)
  if (local.length > 0)
    yield `Only sites on this machine may call the API for ${local.join(', ')}, and links in emails lead there: write "origins" in programmes/<code>.json or set SITE_URL.`
  if (emptyProgrammes.length > 0)
    yield `No one can log in to ${emptyProgrammes.join(', ')} yet: run npm run provision -- <folder> --apply --admin <address>, or start with --demo.`
}

/** Load balancers ask /readyz every second or two; a call that one sends to a server that has closed fails. */
const NOTICE_MS = 2000

/**
 * Starts the server and stops it on SIGINT and SIGTERM. A start that cannot succeed ends the process with a
 * sentence and code 2 for configuration, 1 otherwise.
 */
export async function main(additions: Pick<ServeOptions, 'fill' | 'serveBackups'>): Promise<void> {
  const read = readConfig(process.env)
  if (!read.ok) {
    for (const { variable, message } of read.error) writeError(`${variable} ${message}.`)
    process.exit(2)
  }
  const { leftOut } = read.value
  for (const fault of leftOut.faults) standardLog('error', 'programme left out', { message: fault })
  try {
    const server = await startServer({
      ...read.value,
      leftOutCount: leftOut.codes.length,
      ...additions
    })
    for (const sentence of whatIsMissing(read.value, server)) writeError(sentence)
    const stop = (noticeMs: number): void => {
      server.close({ noticeMs }).then(
        () => process.exit(0),
        (error: unknown) => {
          writeError(String(error))
          process.exit(1)
        }
      )
    }
    process.once('SIGINT', () => stop(0))
    process.once('SIGTERM', () => stop(NOTICE_MS))
  } catch (error) {
    writeError(error instanceof StartupError ? error.message : String((error as Error).stack))
    process.exit(1)
  }
}
