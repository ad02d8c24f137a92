// What goes into an edition, and when one may be made: one rule at a time.

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { listEditions } from '#contract/editions.ts'
import { digestFigures, nextEdition, publishDue, publishNext } from '#server/benchmarks/editions/publish.ts'
import { snapshotOf, type EditionScope } from '#server/benchmarks/editions/snapshot.ts'
import { storedEdition, storedEditions } from '#server/benchmarks/editions/store.ts'
import { withdrawEditions } from '#tests/support/editions.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded, type SeededCell } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const PROJECT = 'ward-staffing'
const PERIOD = '2025'
const DAY = 86_400_000

let scope: EditionScope
let own: number
let at: SeededCell

beforeAll(async () => {
  scope = {
    programmeId: 1,
    projectId: await projectCoded(server, PROJECT),
    timePeriodId: await periodNamed(server, PERIOD)
  }
  own = await ownSubmission(server, PROJECT, PERIOD)
  at = await cellOf(server, own, 'Vacant WTE', 'Band 6')
})

const cellsNow = async () => (await snapshotOf(server.database, scope, 5)).cells
const isAt = (one: { question_id: number; row_id: number; column_id: number }): boolean =>
  one.question_id === at.place.question_id &&
  one.row_id === at.place.row_id &&
  one.column_id === at.place.column_id
const cellNow = async () => (await cellsNow()).find(isAt)!

/** Writes the columns of the own answer in the cell. */
const answer = (set: object) =>
  server.database
    .updateTable('answers')
    .set(set)
    .where('programme_id', '=', 1)
    .where('submission_id', '=', own)
    .where('case_code_id', '=', 0)
    .where('question_id', '=', at.place.question_id)
    .where('row_id', '=', at.place.row_id)
    .where('column_id', '=', at.place.column_id)
    .execute()
const ofAnswer = { number_value: 3, value: '3', is_not_applicable: false, is_not_available: false }

const section = (status: 'in_progress' | 'complete' | 'signed_off', ids: readonly number[] = [own]) =>
  server.database
    .updateTable('section_submissions')
    .set({ status })
    .where('programme_id', '=', 1)
    .where('submission_id', 'in', [...ids])
    .where('section_id', '=', at.section_id)
    .where('case_code_id', '=', 0)
    .execute()

const dates = (set: object) =>
  server.database
    .updateTable('project_periods')
    .set(set)
    .where('programme_id', '=', 1)
    .where('project_id', '=', scope.projectId)
    .where('time_period_id', '=', scope.timePeriodId)
    .execute()
const datesNow = () =>
  server.database
    .selectFrom('project_periods')
    .selectAll()
    .where('programme_id', '=', 1)
    .where('project_id', '=', scope.projectId)
    .where('time_period_id', '=', scope.timePeriodId)
    .executeTakeFirstOrThrow()

describe('an edition holds', () => {
  test('the sections that are complete or signed off, whatever became of a case in them', async () => {
    const here = async () => (await cellNow()).submission_ids.includes(own)
    await answer(ofAnswer)
    await section('signed_off')
    expect(await here()).toBe(true)
    await section('in_progress')
    expect(await here()).toBe(false)
    await server.database
      .insertInto('section_submissions')
      .columns(['programme_id', 'submission_id', 'section_id', 'case_code_id', 'status', 'updated_at'])
      .values({
        programme_id: 1,
        submission_id: own,
        section_id: at.section_id,
        case_code_id: 77,
        status: 'complete',
        updated_at: NOON
      } as never)
      .execute()
    expect(await here()).toBe(false)
    await section('complete')
    expect(await here()).toBe(true)
  })

  test('the answers of the submission itself, in the cells that are asked, in this period', async () => {
    const stray = { programme_id: 1, submission_id: own, version: 1, updated_at: NOON, ...ofAnswer }
    await server.database
      .insertInto('answers')
      .values([
        { ...stray, ...at.place, case_code_id: 77, number_value: 987_654 },
        { ...stray, ...at.place, case_code_id: 0, row_id: 987_654 }
      ] as never)
      .execute()
    const cells = await cellsNow()
    expect(cells.filter(cell => cell.row_id === 987_654)).toEqual([])
    const cell = cells.find(isAt)!
    expect(cell.submission_ids.filter(id => id === own)).toEqual([own])
    expect(cell.numbers).not.toContain(987_654)
    const inPeriod = await server.database
      .selectFrom('submissions')
      .select('submission_id')
      .where('programme_id', '=', 1)
      .where('project_id', '=', scope.projectId)
      .where('time_period_id', '=', scope.timePeriodId)
      .execute()
    const known = new Set(inPeriod.map(one => one.submission_id))
    expect(cells.flatMap(one => one.submission_ids).filter(id => !known.has(id))).toEqual([])
  })

  test('who has skipped a cell and who has no figure for it', async () => {
    await answer({ ...ofAnswer, number_value: null, value: null, is_not_applicable: true })
    expect(await cellNow()).toMatchObject({ skipped_ids: [own], unavailable_ids: [] })
    await answer({ ...ofAnswer, number_value: null, value: null, is_not_available: true })
    expect(await cellNow()).toMatchObject({ skipped_ids: [], unavailable_ids: [own] })
    await answer(ofAnswer)
  })
})

describe('an edition is made', () => {
  const refusal = async () => {
    const query = { project_id: scope.projectId, time_period_id: scope.timePeriodId }
    return (await server.call(listEditions, { query }, await server.tokenOf('admin'))).body.next.refusal
  }

  test('not before data collection has opened, nor while organisations register', async () => {
    const {
      time_period_id: _period,
      project_id: _project,
      programme_id: _programme,
      ...usual
    } = await datesNow()
    const later = new Date(NOON.getTime() + DAY)
    const none = { published_at: null, closed_at: null, collection_closes_at: null }
    await dates({
      ...none,
      registration_opens_at: later,
      registration_closes_at: null,
      collection_opens_at: null
    })
    expect(await refusal()).toBe('collection_open')
    await dates({ registration_opens_at: new Date(NOON.getTime() - DAY) })
    expect(await refusal()).toBe('collection_open')
    await dates(usual)
    expect(await refusal()).not.toBe('collection_open')
  })

  const allSections = (status: 'in_progress' | 'complete') =>
    server.database.updateTable('section_submissions').set({ status }).where('programme_id', '=', 1).execute()
  const allCases = (status: 'started' | 'completed', ids: readonly number[]) =>
    server.database
      .updateTable('case_codes')
      .set({ status })
      .where('programme_id', '=', 1)
      .where('case_code_id', 'in', [...ids])
      .execute()
  const completeCases = () =>
    server.database
      .selectFrom('case_codes')
      .select(['case_code_id', 'submission_id'])
      .where('programme_id', '=', 1)
      .where('status', '=', 'completed')
      .execute()
  const publishAll = () => publishDue(server.database, [1], NOON)
  const newestFigures = async () =>
    storedEdition(server.database, 1, (await storedEditions(server.database, scope)).at(-1)!.edition_id)

  test('where charts have figures of cases: of enough, and even if no section is complete', async () => {
    await withdrawEditions(server, PROJECT, PERIOD)
    await allSections('in_progress')
    const complete = await completeCases()
    const all = complete.map(one => one.case_code_id)
    const first = [...new Map(complete.map(one => [one.submission_id, one.case_code_id])).values()]
    expect(first.length).toBeLessThan(all.length)
    await allCases('started', all)
    await allCases('completed', first)
    expect([await refusal(), await publishAll()]).toEqual(['no_figures', []])
    await allCases('completed', all)
    expect(await refusal()).toBeNull()
    expect(await publishAll()).toEqual([1])
    const { cells } = await newestFigures()
    expect(cells.map(({ tally }) => tally)).not.toContain(undefined)
    expect(cells.flatMap(({ numbers }) => numbers)).not.toEqual([])

    // No chart counts them.
    await withdrawEditions(server, PROJECT, PERIOD)
    const counting = server.database
      .updateTable('charts')
      .where('programme_id', '=', 1)
      .where('chart_name', '=', 'Easy to find the way')
    await counting.set({ is_active: false }).execute()
    expect([await refusal(), await publishAll()]).toEqual(['no_figures', []])
    await counting.set({ is_active: true }).execute()
    await allSections('complete')
  })

  test('where some section is complete, and something is new: who takes part with which options is', async () => {
    await withdrawEditions(server, PROJECT, PERIOD)
    const cases = (await completeCases()).map(one => one.case_code_id)
    await allCases('started', cases)
    await allSections('in_progress')
    expect([await refusal(), await publishAll()]).toEqual(['no_figures', []])
    await allSections('complete')
    expect(await publishAll()).toEqual([1])
    await allCases('completed', cases)
    expect(await refusal()).toBeNull()
    await withdrawEditions(server, PROJECT, PERIOD)
    expect(await publishAll()).toEqual([1])
    expect(await refusal()).toBe('nothing_changed')
    await sql`delete from submission_filter_options where programme_id = 1 and submission_id = ${own}`.execute(
      server.database
    )
    expect(await refusal()).toBeNull()
  })

  test('under the number that was wanted, and is published from then on unless it was before', async () => {
    const publish = async (edition_number?: number) => {
      const { snapshot } = await nextEdition(server.database, scope, NOON)
      const wanted =
        edition_number === undefined ? undefined : { edition_number, figures_digest: digestFigures(snapshot) }
      return server.database
        .transaction()
        .execute(tx => publishNext(tx, scope, { userId: null, now: NOON }, wanted))
    }
    const numbers = async () => (await storedEditions(server.database, scope)).map(row => row.edition_number)
    const earlier = new Date(NOON.getTime() - 9 * DAY)
    for (const [before, after] of [
      [null, NOON],
      [new Date(NOON.getTime() + DAY), NOON],
      [earlier, earlier]
    ]) {
      await withdrawEditions(server, PROJECT, PERIOD)
      await dates({ published_at: before })
      expect([(await publish(2)).number, await numbers()]).toEqual([1, []])
      await publish()
      expect([await numbers(), (await datesNow()).published_at]).toEqual([[1], after])
    }
  })

  test('by itself once the period is closed or its publication date has come, not before', async () => {
    const due = async (set: object) => {
      await withdrawEditions(server, PROJECT, PERIOD)
      await dates({ published_at: null, closed_at: null, ...set })
      return (await publishDue(server.database, [1], NOON)).length
    }
    const [past, later] = [new Date(NOON.getTime() - DAY), new Date(NOON.getTime() + DAY)]
    expect([await due({}), await due({ closed_at: later }), await due({ published_at: later })]).toEqual([
      0, 0, 0
    ])
    expect([await due({ closed_at: past }), await due({ published_at: past })]).toEqual([1, 1])
  })
})
