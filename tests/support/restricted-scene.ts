// One series of a strict project with a test's own figures, as the server tells it to a member of the first organisation.

import type { RestrictedReader } from '#server/auth/reader.ts'
import {
  restrictedSeries,
  type RestrictedComparison
} from '#server/benchmarks/chart-data/restricted-series.ts'
import { restrictedSets } from '#server/benchmarks/chart-data/restricted-sets.ts'
import { NO_FIGURE, SealedFigures } from '#server/benchmarks/chart-data/sealed-figures.ts'
import type { ChartSelection } from '#server/benchmarks/chart-data/selection.ts'
import type { SeriesPlan } from '#server/benchmarks/chart-data/series.ts'
import type { ComparedSubmission } from '#server/benchmarks/chart-data/submissions.ts'

export const OWN = 1
export const [BEFORE, NOW] = [1, 2]
export const reader: RestrictedReader = {
  kind: 'restricted',
  sentence: '',
  visibility: 'anonymous',
  minimumCount: 5,
  organisationId: OWN
}
export const idsFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Of an organisation with the same number, if no other is named. */
export const submission = (id: number, more: Partial<ComparedSubmission> = {}): ComparedSubmission => ({
  submission_id: id,
  organisation_id: id,
  time_period_id: NOW,
  lineage_id: id,
  is_filtered: true,
  peer_group_ids: [],
  ...more
})

const cell = (question_id: number) => ({ question_id, row_id: 0, column_id: 0, factor: 1 })
const plan = (denominator: number[]): SeriesPlan => ({
  seriesId: 1,
  name: 'Falls',
  displayOrder: 1,
  multiplier: 1,
  cells: { value: [], numerator: [cell(1)], denominator: denominator.map(cell), standard_deviation: [] }
})
export const RATIO = plan([2])
export const COUNT: SeriesPlan = {
  ...plan([]),
  cells: { ...plan([]).cells, value: [cell(1)], numerator: [] }
}

export const sealed = (values: Record<number, number>): SealedFigures =>
  new SealedFigures(
    new Map([
      [1, new Map(Object.entries(values).map(([id, value]) => [Number(id), { ...NO_FIGURE, value }]))]
    ])
  )

export interface Scene {
  values: Record<number, number>
  /** The own figures where they are others than the published ones. */
  live?: Record<number, number>
  blocks: number[][]
  submissions: ComparedSubmission[]
  request?: Partial<ChartSelection['request']>
  groups?: number[]
  isNarrowed?: boolean
  plan?: SeriesPlan
  reader?: RestrictedReader
  selected?: ComparedSubmission[]
}

export function series(scene: Scene) {
  const { values, blocks, submissions, groups = [], isNarrowed = false } = scene
  const asking = scene.reader ?? reader
  const selection = {
    chart: { decimal_places: 1, direction: 'higher', statistic: 'none' },
    request: { averages: ['Mean', 'Median', 'Q1', 'Q3'], other_submission_ids: [], ...scene.request },
    own: { lineage_id: OWN },
    organisationId: OWN,
    peerGroups: groups.map(peer_group_id => ({ peer_group_id, peer_group_name: '' })),
    sources: [],
    previousPeriods: new Map([[NOW, BEFORE]])
  } as unknown as ChartSelection
  const comparison: RestrictedComparison = {
    selection,
    reader: asking,
    figures: sealed(values),
    ownFigures: sealed({ ...values, ...scene.live }),
    related: new Map(),
    periods: [
      {
        timePeriodId: NOW,
        own: submissions.filter(one => one.organisation_id === OWN && one.time_period_id === NOW),
        published: submissions.filter(one => one.time_period_id === NOW),
        ...restrictedSets(selection, asking, submissions, blocks)
      }
    ],
    selected: scene.selected ?? [],
    names: new Map(),
    isNarrowed
  }
  return restrictedSeries(comparison, scene.plan ?? RATIO)
}
