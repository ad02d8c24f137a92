// Draws plausible values: each unit keeps its level over the years, and some answers are missing or odd.

import type { CellValue } from '#contract/questionnaires.ts'
import { isHeading, typeOf, type QuestionTypeRecord } from '#domain/answers/question-types.ts'
import { compile } from '#domain/formulas/expression.ts'
import { invariant } from '#lib/invariant.ts'
import type { FigurePlan } from './crowd-plan.ts'
import type { Random } from './random.ts'
import type { SeededCell, SeededSection } from './structure.ts'
import type { SeededUnit } from './submissions.ts'

export interface SeededAnswer {
  cell: SeededCell
  value: CellValue
  isNotAvailable: boolean
}

/** The columns of an answer that do not depend on who gives it. */
export const answerColumns = ({ cell, value, isNotAvailable }: SeededAnswer) => ({
  question_id: cell.questionId,
  row_id: cell.rowId,
  column_id: cell.columnId,
  value,
  number_value: typeof value === 'number' ? value : null,
  is_not_applicable: false,
  is_not_available: isNotAvailable,
  version: 1
})

/** A unit's position relative to the median in each question, drawn once, so that good wards stay good. */
export type QuestionRatios = Map<string, number>

/** Weights of a unit's own level and of the year in a figure. */
const STEADY_WEIGHT = 0.88
const YEARLY_WEIGHT = 0.4
const UNAVAILABLE_SHARE = 0.02
const ODD_SHARE = 0.003

/** The figures of a submission, which others are shares of, in its own and in later sections. */
export type DrawnFigures = Map<string, number>

/** A unit's answers to a section in a year. */
export function seededAnswers(
  section: SeededSection,
  unit: SeededUnit,
  ratios: QuestionRatios,
  figures: DrawnFigures,
  yearsAgo: number,
  random: Random
): SeededAnswer[] {
  const answers: SeededAnswer[] = []
  for (const cell of section.cells) {
    if (cell.isDisabled || isHeading({ question_type: cell.type })) continue
    const value =
      cell.expression === null
        ? seededValue(cell, unit, ratios, yearsAgo, figures, random)
        : calculateCell(cell, answers)
    if (value === null) continue
    const isNotAvailable = cell.expression === null && random.chance(UNAVAILABLE_SHARE)
    answers.push({ cell, value: isNotAvailable ? null : value, isNotAvailable })
  }
  return answers
}

/** The first of a section's answers, and what can be calculated from them: saving calculates these at once. */
export function answersGiven(answers: readonly SeededAnswer[], share: number): SeededAnswer[] {
  const count = Math.floor(answers.length * share)
  const given = answers.slice(0, count)
  if (given.length === 0) return given
  for (const { cell } of answers.slice(count)) {
    if (cell.expression === null) continue
    const value = calculateCell(cell, given)
    if (value !== null) given.push({ cell, value, isNotAvailable: false })
  }
  return given
}

function seededValue(
  cell: SeededCell,
  unit: SeededUnit,
  ratios: QuestionRatios,
  yearsAgo: number,
  figures: DrawnFigures,
  random: Random
): CellValue {
  if (cell.figure) {
    const figure = plannedFigure(cell, cell.figure, unit, ratios, yearsAgo, figures, random)
    figures.set(figureKey(cell.code, cell), figure).set(cell.code, figure)
    return figure
  }
  const steady = ratioFor(ratios, cell.code, random)
  return draws[typeOf({ question_type: cell.type }).holds](cell, steady, random)
}

type Draw = (cell: SeededCell, steady: number, random: Random) => CellValue

const steadyPosition = (count: number, steady: number): number => Math.floor(Math.abs(steady) * 7) % count

/** Draws an answer without a planned figure, by what the question holds. */
const draws: Record<QuestionTypeRecord['holds'], Draw> = {
  option: ({ optionIds }, steady) => optionIds[steadyPosition(optionIds.length, steady)] ?? null,
  options: ({ optionIds }, steady) =>
    optionIds.filter((_, index) => index === 0 || Math.abs(steady * (index + 3)) % 1 > 0.5),
  // Without a planned figure, only scales have known values.
  number: ({ optionIds }, steady) =>
    optionIds.length === 0 ? null : 1 + steadyPosition(optionIds.length, steady),
  yes_no: (_, steady) => (steady > -0.8 ? 'yes' : 'no'),
  date: (_, steady) =>
    `${2004 + (Math.floor(Math.abs(steady) * 100) % 20)}-0${1 + (Math.floor(Math.abs(steady) * 1000) % 9)}-15`,
  text: ({ type }, _, random) =>
    typeOf({ question_type: type }).isLong
      ? random.pick(narratives)
      : random.pick(['RosterPlan', 'Shiftwise', 'In-house spreadsheet']),
  nothing: () => null
}

function plannedFigure(
  cell: SeededCell,
  figure: FigurePlan,
  unit: SeededUnit,
  ratios: QuestionRatios,
  yearsAgo: number,
  figures: DrawnFigures,
  random: Random
): number {
  const other = (key: string): number => {
    const drawn = figures.get(figureKey(key, cell)) ?? figures.get(key)
    invariant(drawn !== undefined, `The figure ${key} is drawn before the shares of it`)
    return drawn
  }
  if (figure.difference) return roundFigure(cell, other(figure.difference[0]) - other(figure.difference[1]))
  const bend =
    STEADY_WEIGHT * ratioFor(ratios, `${cell.code} ${cell.columnName}`, random) +
    YEARLY_WEIGHT * random.normal()
  const growth = (1 + (figure.growth ?? 0)) ** -yearsAgo
  const factor = figure.median * growth * Math.exp(figure.spread * bend)
  if (figure.shareOf !== undefined)
    return roundFigure(cell, other(figure.shareOf) * (figure.isPart ? Math.min(1, factor) : factor))
  const odd = random.chance(ODD_SHARE) ? random.pick([0.3, 2.5, 3]) : 1
  return roundFigure(cell, factor * unit.size ** (figure.bySize ?? 0) * cell.share * odd)
}

function calculateCell(cell: SeededCell, answers: readonly SeededAnswer[]): CellValue {
  const compiled = compile(cell.expression ?? '')
  if (!compiled.ok) return null
  return compiled.value.value(reference =>
    answers.filter(answer => answer.cell.questionId === reference.question_id).map(answer => answer.value)
  )
}

function ratioFor(ratios: QuestionRatios, key: string, random: Random): number {
  const ratio = ratios.get(key) ?? random.normal()
  ratios.set(key, ratio)
  return ratio
}

const figureKey = (key: string, cell: SeededCell): string => `${key} ${cell.columnName}`

function roundFigure({ type, decimals, min, max }: SeededCell, value: number): number {
  const places = 10 ** (typeOf({ question_type: type }).fixedDecimals ?? decimals ?? 2)
  const within = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, value))
  return Math.round(within * places) / places + 0
}

const narratives = [
  'A second coordinator on late shifts has made handover calmer, and fewer hours are bought at short notice.',
  'We moved to self-rostering in spring. Take-up was slow at first and is now nearly complete.',
  'Two long vacancies were filled in summer. The figures of the first half of the year should be read with that in mind.',
  'The new induction has been well received; nine in ten who started this year are still with us.',
  'Refurbishment closed part of the building for eleven weeks, which lowers activity but not fixed costs.'
]
