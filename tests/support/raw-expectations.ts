// What a chart should say to a lead who narrows it, from the stored answers of a programme: who takes part, which sets there are, which of them are held back.

import * as exact from './fraction.ts'
import { sideOf, type Parts } from './published-formulas.ts'
import * as raw from './raw-demo.ts'
import type { RawChart, RawDemo, RawFigure, RawSubmission } from './raw-demo.ts'

export interface Choice {
  filter?: { filter_id: number; filter_name: string; option_list: { option_name: string }[] }
  group?: number
  others?: number[]
  allPeriods?: true
}

/** One question of the lead's: a chart, the own submission, and what narrows the others. */
export interface Question extends Choice {
  demo: RawDemo
  chart: RawChart
  own: RawSubmission
  period: number
}

export const projectOf = ({ demo, chart }: Question) =>
  demo.projects.find(one => one.project_id === chart.project_id)!

/** Everyone whose figure may count in a period, with it. */
export function takingPart(
  question: Question,
  period: number
): { of: RawSubmission; figure: RawFigure; isUnfinished: boolean }[] {
  const { demo, chart, own } = question
  const isPublished = demo.isPublished(chart.project_id, period)
  return demo.submissions
    .filter(one => one.project_id === chart.project_id && one.time_period_id === period)
    .map(of => {
      // While data is collected, the own organisation sees where it stands before its sections are complete; nobody is compared with these.
      const figureIf = (needsComplete: boolean): RawFigure =>
        raw.figureOf(demo, chart, of.submission_id, needsComplete)
      const figure = figureIf(isPublished || of.organisation_id !== own.organisation_id)
      const isUnfinished = !isPublished && figure.value !== null && figureIf(true).value === null
      return { of, figure, isUnfinished }
    })
}

export function expectedIn(question: Question, period: number) {
  const { demo, own, filter, group } = question
  const all = takingPart(question, period)
  const isSelected = (one: RawSubmission): boolean => one.lineage_id === own.lineage_id
  const passes = ({ submission_id }: RawSubmission): boolean =>
    filter === undefined ||
    demo.carries(
      submission_id,
      filter.filter_id,
      filter.option_list.map(one => one.option_name)
    )
  const others = all.filter(({ of, isUnfinished }) => !isUnfinished && !isSelected(of))
  const filtered = others.filter(({ of }) => passes(of))
  const inGroup = filtered.filter(({ of }) => group !== undefined && demo.isMember(group, of.lineage_id))
  const sets = [others, filtered, ...(group === undefined ? [] : [inGroup])].map(members => {
    const valued = members.filter(({ figure }) => figure.value !== null)
    return {
      valued,
      sorted: valued.map(({ figure }) => figure.value!).toSorted(exact.compare),
      organisations: new Set(
        valued.map(({ of }) => of.organisation_id).filter(id => id !== own.organisation_id)
      )
    }
  })
  const minimum = projectOf(question).minimum_count
  const heldBack = heldBackOf(
    sets.map(set => set.organisations),
    minimum
  )
  const selected = all.find(({ of }) => isSelected(of)) ?? null
  const isFew = sets[1]!.organisations.size < minimum
  const ranked = [...sets[1]!.sorted, ...(selected?.figure.value ? [selected.figure.value] : [])]
  return { all, sets, heldBack, selected, isFew, ranked, passes, isSelected, page: sets.at(-1)! }
}
export type Expected = ReturnType<typeof expectedIn>

/** Sets below the minimum, near another one that is shown, or that leave few organisations when all are added and subtracted. */
function heldBackOf(sets: readonly ReadonlySet<number>[], minimum: number): boolean[] {
  const shown: ReadonlySet<number>[] = []
  return sets.map(set => {
    const differences = shown.map(
      other => [...set, ...other].filter(id => set.has(id) !== other.has(id)).length
    )
    const isTold =
      set.size >= minimum &&
      (differences.includes(0) ||
        (differences.every(size => size >= minimum) && !leavesFew([...shown, set], minimum)))
    if (isTold) shown.push(set)
    return !isTold
  })
}

function leavesFew(sets: readonly ReadonlySet<number>[], minimum: number): boolean {
  if (sets.length < 3) return false
  const everyone = [...new Set(sets.flatMap(set => [...set]))]
  const times = [-2, -1, 0, 1, 2]
  return times.some(a =>
    times.some(b =>
      times.some(c => {
        const left = everyone.filter(id => [a, b, c].some((by, at) => by !== 0 && sets[at]!.has(id)))
        const share = (id: number): number =>
          [a, b, c].reduce((sum, by, at) => sum + (sets[at]!.has(id) ? by : 0), 0)
        const alone = left.filter(id => share(id) !== 0)
        return alone.length > 0 && alone.length < minimum && new Set(alone.map(share)).size === 1
      })
    )
  )
}

/** Better or worse than the others taken together. A chart without intervals rules out no chance, so it says neither. */
export function sideFor(question: Question): 'better' | 'worse' | null {
  const { chart, period } = question
  const { page, selected } = expectedIn(question, period)
  const { direction, statistic } = chart
  if (direction === 'neutral' || statistic === 'none') return null
  const partsOf = ({ numerator, denominator, standardDeviation }: RawFigure): Parts => ({
    numerator: exact.toNumber(numerator!),
    denominator: exact.toNumber(denominator!),
    standardDeviation: standardDeviation && exact.toNumber(standardDeviation)
  })
  const side = sideOf(statistic, partsOf(selected!.figure), {
    others: page.valued.map(({ figure }) => partsOf(figure)),
    own: partsOf(selected!.figure),
    multiplier: exact.toNumber(selected!.figure.multiplier),
    decimals: chart.decimal_places
  })
  return side === null || side === 0 ? null : side > 0 === (direction === 'higher') ? 'better' : 'worse'
}
