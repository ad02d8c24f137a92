// What the commands print. They quote files, stores, pages and databases, so nothing reaches the terminal but through here: see printable.ts.
import { printable } from '#lib/printable.ts'

export const print = (text = ''): void => void process.stdout.write(`${printable(text)}\n`)
export const printError = (text: string): void => void process.stderr.write(`${printable(text)}\n`)

// An error that no command has foreseen quotes them, too.
process.on('uncaughtException', error => {
  printError(error.stack ?? String(error))
  process.exit(1)
})
