// A file of answers with one mistake is refused with its line, or imported completely; the plan says the same as the import.

import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '#lib/result.ts'
import { importAnswers } from '#operations/provision/answers/import-answers.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { transaction } from '#server/database/transaction.ts'
import { answerLine, answersCsv, openImportStore, type ImportStore } from '#tests/support/answers-import.ts'
import { mutationsOf } from '#tests/support/folder-mutations.ts'
import { INTERNAL } from '#tests/support/mutated-folders.ts'
import { NOON } from '#tests/support/seeded-database.ts'

let store: ImportStore
beforeAll(async () => {
  store = await openImportStore()
})
afterAll(() => store.close())

const sectionOf = (submission: string, organisation: string): string[] => [
  answerLine('visits', '1200', { submission, organisation }),
  answerLine('cost', '30000', { submission, organisation }),
  answerLine('each', '25', { submission, organisation }),
  answerLine('shop', 'yes', { submission, organisation })
]
const FILE = 'projects/visitors/answers/a.csv'
const files = {
  [FILE]: answersCsv(...sectionOf('M1', 'CITY'), ...sectionOf('M2', 'SEA')).replaceAll('\r\n', '\n')
}

class TakenBack extends Error {}

/** The plan, the import, and how many answers are then stored; everything is rolled back. */
async function runBoth(text: string) {
  const answers = [{ project: 'visitors', file: FILE, open: () => ok(Readable.from([Buffer.from(text)])) }]
  let outcome: { entries: Awaited<ReturnType<typeof importAnswers>>; stored: number } | undefined
  const run = async (isApplied: boolean) => {
    await transaction(store.database, async tx => {
      const structure = await takeStructure(tx, 1)
      const entries = await importAnswers(structure, answers, { now: NOON, isApplied, mayReplace: false })
      const { stored } = await tx
        .selectFrom('answers')
        .select(({ fn }) => fn.countAll<number>().as('stored'))
        .where('programme_id', '=', 1)
        .executeTakeFirstOrThrow()
      outcome = { entries, stored }
      throw new TakenBack()
    }).catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
    return outcome!
  }
  return { planned: await run(false), applied: await run(true) }
}

test('One mistake in a file of answers is refused at its line, or everything is imported', () =>
  fc.assert(
    fc.asyncProperty(mutationsOf(files), async ({ text }) => {
      const { planned, applied } = await runBoth(text)
      expect(planned.entries).toEqual(applied.entries)
      expect(planned.stored).toBe(0)
      const refused = applied.entries.filter(({ change }) => change === 'refused')
      for (const { place, reason } of refused) {
        expect(reason).not.toMatch(INTERNAL)
        expect(place.line).toBeLessThanOrEqual(text.split(/\r\n|\r|\n/).length)
      }
      if (refused.length > 0) return
      // A calculated answer that the file leaves out is stored too.
      const lines = text.split(/\r\n|\r|\n/).filter(line => /[^\s,;"]/.test(line)).length - 1
      expect(applied.stored).toBeGreaterThanOrEqual(lines)
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 30) }
  ))
