// What charts should show for a programme, calculated from only its stored answers: read row by row, added and divided as exact fractions, sets
// counted one by one. It uses none of the product's queries or arithmetic.

import * as exact from './fraction.ts'
import type { Fraction } from './fraction.ts'
import { readCases } from './raw-cases.ts'
import type { TestServer } from './server.ts'

export interface RawFigure {
  multiplier: Fraction
  value: Fraction | null
  numerator: Fraction | null
  denominator: Fraction | null
  standardDeviation: Fraction | null
}

export interface RawSubmission {
  submission_id: number
  organisation_id: number
  project_id: number
  time_period_id: number
  lineage_id: number
}

type Answer = { number: Fraction | null; isSkipped: boolean }
type Parameter = Awaited<ReturnType<typeof readDemo>>['parameters'][number]

/** All stored rows of a programme that its charts depend on. */
export async function readDemo({ database }: TestServer, programmeId: number) {
  const [charts, parameters, projects, periods, submissions] = await Promise.all([
    database.selectFrom('charts').selectAll().where('programme_id', '=', programmeId).execute(),
    database.selectFrom('chart_parameters').selectAll().where('programme_id', '=', programmeId).execute(),
    database.selectFrom('projects').selectAll().where('programme_id', '=', programmeId).execute(),
    database.selectFrom('time_periods').selectAll().where('programme_id', '=', programmeId).execute(),
    database.selectFrom('submissions').selectAll().where('programme_id', '=', programmeId).execute()
  ])
  const editions = await database
    .selectFrom('editions')
    .select(['project_id', 'time_period_id'])
    .where('programme_id', '=', programmeId)
    .execute()
  const options = await database
    .selectFrom('submission_filter_options as s')
    .innerJoin('filter_options as o', 'o.filter_option_id', 's.filter_option_id')
    .select(['s.submission_id', 'o.filter_id', 'o.option_name'])
    .where('s.programme_id', '=', programmeId)
    .where('o.programme_id', '=', programmeId)
    .execute()
  const members = await database
    .selectFrom('peer_group_memberships')
    .select(['peer_group_id', 'lineage_id'])
    .where('programme_id', '=', programmeId)
    .execute()
  return {
    charts,
    parameters,
    projects,
    periods: periods.toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime()),
    submissions: submissions as RawSubmission[],
    isPublished: (project: number, period: number): boolean =>
      editions.some(one => one.project_id === project && one.time_period_id === period),
    carries: (submission: number, filter: number, names: readonly string[]): boolean =>
      options.some(
        one => one.submission_id === submission && one.filter_id === filter && names.includes(one.option_name)
      ),
    isMember: (group: number, lineage: number): boolean =>
      members.some(one => one.peer_group_id === group && one.lineage_id === lineage),
    ...(await readAnswers(database, programmeId)),
    ...(await readCases(database, programmeId))
  }
}

async function readAnswers(database: TestServer['database'], programmeId: number) {
  const rows = await database
    .selectFrom('answers')
    .select(['submission_id', 'question_id', 'row_id', 'column_id', 'value', 'is_not_applicable'])
    .where('programme_id', '=', programmeId)
    .where('case_code_id', '=', 0)
    .execute()
  const answers = new Map<string, Answer>(
    rows.map(row => [
      `${row.submission_id}/${row.question_id}/${row.row_id}/${row.column_id}`,
      {
        number: typeof row.value === 'number' ? exact.ofNumber(row.value) : null,
        isSkipped: row.is_not_applicable
      }
    ])
  )
  const complete = await database
    .selectFrom('section_submissions as c')
    .innerJoin('sub_sections as t', 't.section_id', 'c.section_id')
    .innerJoin('question_memberships as m', 'm.sub_section_id', 't.sub_section_id')
    .select(['c.submission_id', 'm.question_id'])
    .where('c.programme_id', '=', programmeId)
    .where('t.programme_id', '=', programmeId)
    .where('m.programme_id', '=', programmeId)
    .where('c.case_code_id', '=', 0)
    .where('c.status', 'in', ['complete', 'signed_off'])
    .execute()
  const counted = new Set(complete.map(row => `${row.submission_id}/${row.question_id}`))
  return {
    answerOf: (submission: number, { question_id, row_id, column_id }: Cell): Answer | undefined =>
      answers.get(`${submission}/${question_id}/${row_id}/${column_id}`),
    isComplete: (submission: number, question: number): boolean => counted.has(`${submission}/${question}`)
  }
}

type Cell = { question_id: number; row_id: number; column_id: number }
export type RawDemo = Awaited<ReturnType<typeof readDemo>>
export type RawChart = RawDemo['charts'][number]

/**
 * A submission's figure in the chart's first series. With `needsComplete`, only complete sections count. What respondents said counts
 * when their own case is complete, whatever the sections of the organisation are.
 */
export function figureOf(
  demo: RawDemo,
  chart: RawChart,
  submission: number,
  needsComplete: boolean
): RawFigure {
  const all = demo.parameters.filter(one => one.chart_id === chart.chart_id)
  const first = Math.min(...all.map(one => one.display_order))
  const series = all.filter(one => one.display_order === first)
  const sum = (...roles: string[]): Fraction | null => {
    const cells = series.filter(one => roles.includes(one.parameter_role))
    let total: Fraction | null = null
    for (const cell of cells) {
      const answer =
        needsComplete && !demo.isComplete(submission, cell.question_id)
          ? undefined
          : demo.answerOf(submission, cell)
      if (answer?.isSkipped) continue
      if (!answer?.number) return null
      const part = exact.multiply(answer.number, exact.ofNumber(cell.factor))
      total = total === null ? part : exact.add(total, part)
    }
    return total
  }
  const by = exact.ofNumber(multiplierOf(series))
  const ofCases = series.find(one => one.aggregate !== null)
  if (ofCases?.aggregate) {
    if (series.length > 1) throw new Error(`${chart.chart_name} adds something to a share of cases.`)
    const { minimum_count } = demo.projects.find(one => one.project_id === chart.project_id)!
    const share = demo.shareOf(submission, ofCases, ofCases.aggregate, minimum_count)
    return ratioOf(share?.numerator ?? null, share?.denominator ?? null, null, by)
  }
  if (!series.some(one => one.parameter_role === 'denominator')) {
    const value = sum('value', 'series')
    return {
      value: value && exact.multiply(value, by),
      numerator: null,
      denominator: null,
      standardDeviation: null,
      multiplier: by
    }
  }
  return ratioOf(sum('numerator'), sum('denominator'), sum('standard_deviation'), by)
}

function ratioOf(
  numerator: Fraction | null,
  denominator: Fraction | null,
  standardDeviation: Fraction | null,
  multiplier: Fraction
): RawFigure {
  const value =
    numerator === null || denominator === null || exact.isZero(denominator)
      ? null
      : exact.multiply(exact.divide(numerator, denominator), multiplier)
  return { value, numerator, denominator, standardDeviation, multiplier }
}

const multiplierOf = (series: readonly Parameter[]): number =>
  series
    .toSorted((a, b) => a.chart_parameter_id - b.chart_parameter_id)
    .find(one => ['value', 'series', 'numerator'].includes(one.parameter_role))!.multiplier

/** The value at a fraction of sorted values, in quarters. */
export function lineOf(sorted: readonly Fraction[], quarter: number): Fraction {
  const place = (sorted.length - 1) * quarter
  const [lower, upper] = [sorted[Math.floor(place / 4)]!, sorted[Math.ceil(place / 4)]!]
  const step = exact.multiply(exact.subtract(upper, lower), exact.fraction(BigInt(place % 4), 4n))
  return exact.add(lower, step)
}

export const meanOf = (values: readonly Fraction[]): Fraction =>
  exact.divide(values.reduce(exact.add), exact.fraction(BigInt(values.length)))

/** 1 is best: the lowest if lower is better, otherwise the highest. Values shown as equal are equal. */
export function rankOf(
  value: Fraction,
  all: readonly Fraction[],
  { direction, decimal_places }: Pick<RawChart, 'direction' | 'decimal_places'>
): number {
  const own = exact.rounded(value, decimal_places)
  const isBetter = (other: bigint): boolean => (direction === 'lower' ? other < own : other > own)
  return 1 + all.filter(other => isBetter(exact.rounded(other, decimal_places))).length
}

export const quarterOf = (value: Fraction, sorted: readonly Fraction[]): number =>
  1 + [1, 2, 3].filter(quarter => exact.compare(value, lineOf(sorted, quarter)) > 0).length

/** The quarter that pages name: a value shown equal to the median is in none; one shown equal to another quartile is on its better side. */
export function namedQuarterOf(
  value: Fraction,
  sorted: readonly Fraction[],
  { decimal_places, direction }: Pick<RawChart, 'decimal_places' | 'direction'>
): number | 'median' {
  const isShownAs = (quarter: number): boolean =>
    exact.rounded(value, decimal_places) === exact.rounded(lineOf(sorted, quarter), decimal_places)
  if (isShownAs(2)) return 'median'
  if (isShownAs(1)) return direction === 'lower' ? 1 : 2
  if (isShownAs(3)) return direction === 'higher' ? 4 : 3
  return quarterOf(value, sorted)
}

/** 100 × (those shown as lower + half of those shown as equal) ÷ n. */
export function percentileOf(
  value: Fraction,
  sorted: readonly Fraction[],
  { decimal_places }: Pick<RawChart, 'decimal_places'>
): Fraction {
  const own = exact.rounded(value, decimal_places)
  const twice = sorted.reduce((count, other) => {
    const shown = exact.rounded(other, decimal_places)
    return count + (shown < own ? 2n : shown === own ? 1n : 0n)
  }, 0n)
  return exact.fraction(100n * twice, 2n * BigInt(sorted.length))
}
