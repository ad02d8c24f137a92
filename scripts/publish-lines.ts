// Formats the output of `npm run publish`: one line per result.

import { printableLine } from '#lib/text/printable.ts'
import { unfinishedReason, type SiteRecord } from '#operations/publish/record.ts'
import type { SiteOutcome } from '#operations/publish/run.ts'
import { print, printError } from './terminal.ts'

export const lineOf = ({ code, outcome, id, note }: SiteOutcome): string =>
  printableLine([code.padEnd(20), outcome.padEnd(9), id ?? '-'.padEnd(16), note].join('  ').trimEnd())

export function printSummary(outcomes: readonly SiteOutcome[]): void {
  for (const { code, files = [] } of outcomes)
    for (const file of files) print(printableLine(`${code}: would remove ${file}`))
  for (const { code, faults } of outcomes)
    for (const fault of faults) printError(printableLine(`${code}: ${fault}`))
  const counts = Object.entries(Object.groupBy(outcomes, ({ outcome }) => outcome))
  print(counts.map(([outcome, sites]) => `${sites.length} ${outcome}`).join(', '))
}

/** The result for a site of a programme that was removed or has another code. */
export const orphanOutcome = (code: string): SiteOutcome => ({
  code,
  outcome: 'orphaned',
  id: null,
  note: `is still online although no programme has this code. To take it down, run unpublish --programme ${code}`,
  faults: []
})

export function describeSite(record: SiteRecord | undefined, lockedBy: string | undefined): string {
  if (record === undefined) return 'was never published here'
  const builds = record.builds.map(({ id, live_at, superseded_at, is_withdrawn }) => {
    const time = superseded_at === null ? `since ${live_at}` : `from ${live_at} to ${superseded_at}`
    return `${id} ${time}${is_withdrawn ? ', rolled back' : ''}`
  })
  const state = unfinishedReason(record)?.replace(/\.$/, '') ?? 'is live'
  return [state, ...(lockedBy === undefined ? [] : [`locked by ${lockedBy}`]), ...builds].join('; ')
}
