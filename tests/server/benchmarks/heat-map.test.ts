// The organiser's heat map, counted once more from the raw answers and states of many generated sets. Of sections whose
// cells neither depend on others nor repeat: what is required, given and out of range can be told from the tables alone.

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  mapRow,
  type MapCell,
  type SubmissionEntry
} from '#browser/features/explorer/dashboard/completion-map.ts'
import type { SectionStatus } from '#contract/questionnaires.ts'
import { getCompletion } from '#contract/section-submissions.ts'
import { randomFrom, type Random } from '#demo/random.ts'
import { insertRows } from '#server/database/bulk.ts'
import { transaction } from '#server/database/transaction.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const SETS = 30
const STATUSES: readonly SectionStatus[] = ['not_started', 'in_progress', 'complete', 'signed_off']

/** An answer that is allowed, by type of question; of a number its upper limit is. */
const VALID: Readonly<Record<string, string | number>> = {
  integer: 1,
  decimal: 1,
  percentage: 1,
  currency: 1,
  yes_no: 'yes',
  date: '2026-02-01',
  text: 'Something',
  long_text: 'Something'
}

interface Cell {
  section_id: number
  question_id: number
  row_id: number
  column_id: number
  question_type: string
  is_required: boolean
  max_value: number | null
}
interface Submission {
  id: number
  name: string
}
/** What is in a cell: an answer, a number above its limit, none for a reason, or nothing. */
type Content = 'valid' | 'above' | 'not_applicable' | 'not_available' | 'blank'
interface Stored {
  cells: Map<Cell, Content>
  statuses: Map<number, SectionStatus>
}

let scope: { project_id: number; time_period_id: number }
let cells: Cell[]
/** Of one organisation with several. */
let submissions: Submission[]

beforeAll(async () => {
  scope = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026')
  }
  cells = (
    await sql<Cell>`
      with cells as (
        select c.section_id, m.question_id, m.row_id, m.column_id, q.question_type, m.is_required, q.max_value,
          (q.question_type = any(${Object.keys(VALID)}::text[]) or q.question_type = 'calculated' and q.min_value is null and q.max_value is null) and q.visible_if is null and not t.is_repeating and not m.is_disabled as is_plain
        from questionnaires n
        join sections c on c.programme_id = n.programme_id and c.questionnaire_id = n.questionnaire_id
        join sub_sections t on t.programme_id = c.programme_id and t.section_id = c.section_id
        join question_memberships m on m.programme_id = t.programme_id and m.sub_section_id = t.sub_section_id
        join questions q on q.programme_id = m.programme_id and q.question_id = m.question_id
        where n.programme_id = 1 and n.project_id = ${scope.project_id} and n.questionnaire_type = 'standard'
          and n.is_active and c.is_active and t.is_active and q.is_active
      )
      select * from cells where question_type <> 'calculated' and section_id in (select section_id from cells group by 1 having bool_and(is_plain))`.execute(
      server.database
    )
  ).rows
  const { rows } = await sql<Submission & { organisation_id: number }>`
    select s.submission_id as id, s.submission_name as name, s.organisation_id from submissions s
    where s.programme_id = 1 and s.project_id = ${scope.project_id} and s.time_period_id = ${scope.time_period_id}
    order by s.submission_id`.execute(server.database)
  submissions = [...Map.groupBy(rows, row => row.organisation_id).values()].toSorted(
    (one, other) => other.length - one.length
  )[0]!
})

/** Anything that people may have left behind; some sections are empty, some are full. */
function generate(random: Random): Stored {
  const mostly = random.pick(['valid', 'blank', 'valid', 'any'])
  const content = (): Content =>
    mostly !== 'any' && random.next() < 0.9
      ? (mostly as Content)
      : random.pick<Content>(['valid', 'above', 'not_applicable', 'not_available', 'blank'])
  const sections = new Set(cells.map(cell => cell.section_id))
  return {
    cells: new Map(
      cells.map(cell => {
        const chosen = content()
        return [cell, chosen === 'above' && cell.max_value === null ? 'valid' : chosen]
      })
    ),
    statuses: new Map([...sections].map(section => [section, random.pick(STATUSES)]))
  }
}

async function store(submission: Submission, { cells: contents, statuses }: Stored): Promise<void> {
  const place = { programme_id: 1, submission_id: submission.id, case_code_id: 0 }
  await transaction(server.database, async tx => {
    for (const [table, column, ids] of [
      ['answers', 'question_id', cells.map(cell => cell.question_id)],
      ['section_submissions', 'section_id', cells.map(cell => cell.section_id)]
    ] as const)
      await sql`delete from ${sql.table(table)} where programme_id = 1 and submission_id = ${submission.id}
        and ${sql.ref(column)} = any(${ids}::bigint[])`.execute(tx)
    await insertRows(
      tx,
      'answers',
      [...contents].flatMap(([{ question_id, row_id, column_id, question_type, max_value }, content]) => {
        if (content === 'blank') return []
        const value =
          content === 'above'
            ? max_value! + 1
            : content === 'valid'
              ? (max_value ?? VALID[question_type]!)
              : null
        return [
          {
            ...place,
            question_id,
            row_id,
            column_id,
            value,
            number_value: typeof value === 'number' ? value : null,
            is_not_applicable: content === 'not_applicable',
            is_not_available: content === 'not_available',
            version: 1,
            updated_at: new Date(0),
            updated_by_user_id: null
          }
        ]
      })
    )
    await insertRows(
      tx,
      'section_submissions',
      [...statuses].map(([section_id, status]) => ({
        ...place,
        section_id,
        status,
        version: 1,
        applicable_count: 0,
        answered_count: 0,
        updated_at: new Date(0)
      }))
    )
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const percent = (answered: number, asked: number): number =>
  asked === 0 ? 100 : Math.floor((100 * answered) / asked)

/** One cell of the map, from what was stored. */
function recomputed(
  section: number,
  sets: readonly Stored[]
): Pick<MapCell, 'percent' | 'status' | 'submissionId'> {
  const each = sets.map((set, at) => {
    const own = [...set.cells].filter(([cell]) => cell.section_id === section)
    return {
      at,
      // What is not required counts once it is answered; an answer above its limit is none.
      asked: own.filter(([cell, content]) => cell.is_required || content !== 'blank').length,
      answered: own.filter(([, content]) => content !== 'blank' && content !== 'above').length,
      step: STATUSES.indexOf(set.statuses.get(section)!)
    }
  })
  const least = Math.min(...each.map(one => one.step))
  const slowest = each
    .filter(one => one.step === least)
    .reduce((last, one) =>
      percent(one.answered, one.asked) < percent(last.answered, last.asked) ? one : last
    )
  return {
    percent: percent(sum(each.map(one => one.answered)), sum(each.map(one => one.asked))),
    status: least === 0 && each.some(one => one.step > 0) ? 'in_progress' : STATUSES[least]!,
    submissionId: submissions[slowest.at]!.id
  }
}

test('calculates each cell of the heat map from the raw answers of all the organisation’s submissions', async () => {
  const token = await server.tokenOf('admin')
  const sections = new Set(cells.map(cell => cell.section_id))
  expect(Math.min(submissions.length, sections.size)).toBeGreaterThan(1)
  const seen = new Set<string>()
  for (let number = 0; number < SETS; number += 1) {
    const sets = submissions.map(({ id }) => generate(randomFrom(`heat map ${number} ${id}`)))
    const entries: SubmissionEntry[] = []
    for (const [at, submission] of submissions.entries()) {
      await store(submission, sets[at]!)
      const { body } = await server.call(getCompletion, { query: { submission_id: submission.id } }, token)
      entries.push(
        ...body.section_submissions.map(section => ({
          submissionId: submission.id,
          name: submission.name,
          section
        }))
      )
    }
    const row = mapRow(entries)
    for (const section of sections) {
      const expected = recomputed(section, sets)
      expect([number, section, row.get(section)]).toEqual([
        number,
        section,
        expect.objectContaining(expected)
      ])
      seen.add(`${expected.status} ${expected.percent === 0 || expected.percent === 100}`)
    }
  }
  // Each status was met, in sections that are half full and in others.
  expect(seen.size).toBeGreaterThan(3)
})
