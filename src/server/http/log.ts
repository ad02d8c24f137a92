/**
 * One line of JSON per event. Callers pass ids and counts, never bodies, answers, tokens, codes or
 * passwords.
 */
export type Log = (
  level: 'info' | 'warning' | 'error',
  event: string,
  facts?: Record<string, string | number | boolean | null>
) => void

export const jsonLog =
  (write: (line: string) => void): Log =>
  (level, event, facts = {}) =>
    write(JSON.stringify({ time: new Date().toISOString(), level, event, ...facts }))

export const standardLog = jsonLog(line => void process.stdout.write(`${line}\n`))
