// Prints the output of commands, escaped (src/lib/text/printable.ts), because it can quote untrusted files, stores, pages and databases.

import { printable } from '#lib/text/printable.ts'

export const print = (text = ''): void => void process.stdout.write(`${printable(text)}\n`)
export const printError = (text: string): void => void process.stderr.write(`${printable(text)}\n`)

// Unexpected errors can quote them as well.
process.on('uncaughtException', error => {
  printError(error.stack ?? String(error))
  process.exit(1)
})
