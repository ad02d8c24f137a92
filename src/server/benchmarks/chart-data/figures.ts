// Reads the answers behind a chart and calculates its figures.
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { NO_FIGURE, SealedFigures, type Figure } from './sealed-figures.ts'
import type { Selection } from './selection.ts'
import type { Cell, Role, SeriesPlan } from './series.ts'

/** Figures by series (its display_order) and submission. Submissions without answers are missing. */
export async function figuresOf(
  database: Database,
  selection: Selection,
  series: readonly SeriesPlan[]
): Promise<SealedFigures> {
  const cells = new Map(
    series.flatMap(plan => ROLES.flatMap(role => plan.cells[role])).map(cell => [placeOf(cell), cell])
  )
  const numbers = new Map([...cells.keys()].map((place, index) => [place, index]))
  const answered =
    cells.size === 0
      ? new Map<number, CellAnswers>()
      : await answersIn(database, selection, [...cells.values()])
  const figures = series.map((plan): [number, ReadonlyMap<number, Figure>] => {
    const numbered = numberedCells(plan, numbers)
    return [
      plan.displayOrder,
      new Map([...answered].map(([id, answers]) => [id, figureOf(plan, numbered, answers)]))
    ]
  })
  return new SealedFigures(new Map(figures))
}

const ROLES = ['value', 'numerator', 'denominator', 'standard_deviation'] as const
const placeOf = ({ question_id, row_id, column_id }: Cell): string => `${question_id}/${row_id}/${column_id}`

/** A submission's answers by the cells' numbers. */
interface CellAnswers {
  /** NaN where there is no number. */
  numbers: number[]
  skipped: number[]
  unavailable: number[]
}

/** Columns of answers: submission, cell and value. */
interface Columns {
  submission_ids: number[] | null
  cells: number[]
  numbers: number[]
  skipped: [submissionId: number, cell: number][] | null
  unavailable: [submissionId: number, cell: number][] | null
}

/**
 * The answers by submission. They are read as columns of numbers in one row and added up here: grouped by
 * the database and read as rows they take three times as long. The cells are part of the statement, and only
 * the questions select answers: joined from a table, or selected cell by cell, the planner underestimates
 * the rows and looks up each submission separately.
 */
async function answersIn(
  database: Database,
  { programmeId, project, timePeriods, previousPeriods }: Selection,
  cells: readonly Cell[]
): Promise<Map<number, CellAnswers>> {
  const periods = timePeriods.flatMap(({ time_period_id }) => [
    time_period_id,
    previousPeriods.get(time_period_id) ?? time_period_id
  ])
  const numbered = cells.map(
    ({ question_id, row_id, column_id }, index) =>
      sql`when a.question_id = ${question_id} and a.row_id = ${row_id} and a.column_id = ${column_id} then ${sql.lit(index)}`
  )
  const { rows } = await sql<Columns>`
    select json_agg(t.submission_id) filter (where t.number_value is not null) as submission_ids,
      json_agg(t.cell) filter (where t.number_value is not null) as cells,
      json_agg(t.number_value) filter (where t.number_value is not null) as numbers,
      json_agg(json_build_array(t.submission_id, t.cell)) filter (where t.is_not_applicable) as skipped,
      json_agg(json_build_array(t.submission_id, t.cell)) filter (where t.is_not_available) as unavailable
    from (
      select a.submission_id, case ${sql.join(numbered, sql` `)} end as cell, a.number_value, a.is_not_applicable, a.is_not_available
      from answers a
      where a.programme_id = ${programmeId} and a.case_code_id = 0
        and a.question_id in (${sql.join([...new Set(cells.map(cell => cell.question_id))])})
        and a.submission_id in (
          select s.submission_id from submissions s
          where s.programme_id = ${programmeId} and s.project_id = ${project.project_id}
            and s.time_period_id in (${sql.join([...new Set(periods)])}))
    ) t
    where t.cell is not null`.execute(database)
  return bySubmission(rows[0], cells.length)
}

function bySubmission(columns: Columns | undefined, cellCount: number): Map<number, CellAnswers> {
  const answered = new Map<number, CellAnswers>()
  const blank = Array.from<number>({ length: cellCount }).fill(Number.NaN)
  const answersOf = (submissionId: number): CellAnswers => {
    const known = answered.get(submissionId)
    if (known) return known
    const none = { numbers: [...blank], skipped: NO_CELLS, unavailable: NO_CELLS }
    answered.set(submissionId, none)
    return none
  }
  for (const [index, id] of (columns?.submission_ids ?? []).entries()) {
    answersOf(id).numbers[columns!.cells[index]!] = columns!.numbers[index]!
  }
  for (const kind of ['skipped', 'unavailable'] as const) {
    for (const [id, cell] of columns?.[kind] ?? []) {
      const answers = answersOf(id)
      answers[kind] = [...answers[kind], cell]
    }
  }
  return answered
}

const NO_CELLS: number[] = []

/** A cell by its number, and what it counts. */
interface NumberedCell {
  cell: number
  factor: number
}

/** The cells of each role by number, without duplicates. */
function numberedCells(
  plan: SeriesPlan,
  numbers: ReadonlyMap<string, number>
): Record<Role, readonly NumberedCell[]> {
  const of = (role: Role): NumberedCell[] => [
    ...new Map(
      plan.cells[role].map(cell => [
        placeOf(cell),
        { cell: numbers.get(placeOf(cell))!, factor: cell.factor }
      ])
    ).values()
  ]
  return {
    value: of('value'),
    numerator: of('numerator'),
    denominator: of('denominator'),
    standard_deviation: of('standard_deviation')
  }
}

/**
 * A missing cell makes the figure missing; a cell that does not apply adds nothing. Division by 0 is
 * missing.
 */
function figureOf(
  plan: SeriesPlan,
  cells: Record<Role, readonly NumberedCell[]>,
  answers: CellAnswers
): Figure {
  const total = (role: Role): number | null => totalOf(cells[role], plan.cells[role].length, answers)
  const isUnavailable = answers.unavailable.some(number =>
    ROLES.some(role => cells[role].some(({ cell }) => cell === number))
  )
  const note = isUnavailable ? 'not available' : null
  if (plan.cells.denominator.length === 0) {
    const sum = total('value')
    return {
      ...NO_FIGURE,
      value: sum === null ? null : sum * plan.multiplier,
      note: sum === null ? note : null
    }
  }
  const [numerator, denominator] = [total('numerator'), total('denominator')]
  const parts = { numerator, denominator, standardDeviation: total('standard_deviation') }
  if (numerator === null || denominator === null) return { value: null, ...parts, note }
  if (denominator === 0) return { value: null, ...parts, note: 'denominator is 0' }
  return { value: (numerator / denominator) * plan.multiplier, ...parts, note: null }
}

/** The sum of a role's cells, always in the same order; null if one of them is missing. */
function totalOf(
  cells: readonly NumberedCell[],
  wanted: number,
  { numbers, skipped }: CellAnswers
): number | null {
  let [total, known, without] = [0, 0, 0]
  for (const { cell, factor } of cells) {
    const number = numbers[cell]!
    if (!Number.isNaN(number)) {
      total += number * factor
      known += 1
    }
    if (skipped.includes(cell)) without += 1
  }
  return known > 0 && known + without === wanted ? total : null
}
