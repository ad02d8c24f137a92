// Prints the output of commands, escaped (src/lib/text/printable.ts), because it can quote untrusted files, stores, pages and databases.

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

// Unexpected errors can quote them as well.
process.on('uncaughtException', error => {
  printError(error.stack ?? String(error))
  process.exit(1)
})
