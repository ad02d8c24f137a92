// Prints the output of commands, escaped (src/lib/text/printable.ts), because it can quote untrusted files, stores, pages and databases.

import { diskFaultText } from '#lib/disk-fault.ts'
import { messageOf } from '#lib/text/message-of.ts'
import { printable } from '#lib/text/printable.ts'

/** The exit code for wrong options; 1 is for work that failed. */
export const WRONG_OPTIONS = 2

export const print = (text = ''): void => void process.stdout.write(`${printable(text)}\n`)
export const printError = (text: string): void => void process.stderr.write(`${printable(text)}\n`)

/** Ends the command: its options, configuration or files are wrong. */
export function stop(...lines: readonly string[]): never {
  for (const line of lines) printError(line)
  process.exit(WRONG_OPTIONS)
}

/** Ends the command: its work failed. */
export function stopFailed(error: unknown, outcome: string): never {
  printError(`${diskFaultText(error) ?? messageOf(error)}\n${outcome}`)
  process.exit(1)
}

// Unexpected errors can quote them as well. Those of files are the operator's to mend.
process.on('uncaughtException', error => {
  printError(diskFaultText(error) ?? error.stack ?? String(error))
  process.exit(1)
})
