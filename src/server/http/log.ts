import { printable } from '#lib/text/printable.ts'

/**
 * One line of JSON per event; a warning or an error says its reason. Callers pass ids and counts, never bodies, answers, tokens, codes or
 * passwords.
 */
export type Log = (
  ...entry:
    | [level: 'info', event: string, facts?: Facts]
    | [level: 'warning' | 'error', event: string, facts: Facts & { message: string }]
) => void

type Facts = Record<string, string | number | boolean | null>

export const jsonLog =
  (write: (line: string) => void): Log =>
  (level, event, facts = {}) =>
    write(printable(JSON.stringify({ time: new Date().toISOString(), level, event, ...facts })))

export const standardLog = jsonLog(line => void process.stdout.write(`${line}\n`))
