// What a release contains: in a named project figures and answers of organisations, in a strict one what charts show everyone.

import { cellKey } from '#domain/answers/cell-address.ts'
import { isStrict } from '#domain/disclosure/visibility.ts'
import { cellReference } from '#domain/releases/release-tables.ts'
import { cellsOfSeries, seriesCellKey, type SeriesCell } from '#server/benchmarks/chart-data/series.ts'
import type { Tx } from '#server/database/schema.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { participantsOf, type Participant } from './participants.ts'
import { placesOfProject, releasedCells, type PlacesByKey } from './published-cells.ts'
import { publishedCharts, type PublishedChart, type PublishedSeries } from './published-charts.ts'
import type { ReleasedEdition } from './released-editions.ts'

export interface ReleaseContent {
  tx: Tx
  edition: ReleasedEdition
  charts: readonly PublishedChart[]
  places: PlacesByKey
  /** In the order of the files; nobody in strict projects. */
  participants: readonly Participant[]
  /** The cells whose answers are released; none in strict projects. */
  cells: ReadonlySet<string>
}

export async function readRelease(
  tx: Tx,
  edition: ReleasedEdition,
  caller: CallingUser,
  now: Date
): Promise<ReleaseContent> {
  const charts = await publishedCharts(tx, edition, caller, now)
  const places = await placesOfProject(tx, edition)
  const content = { tx, edition, charts, places }
  if (isStrict(edition.facts.visibility)) return { ...content, participants: [], cells: new Set() }
  const participants = await participantsOf(tx, edition)
  const organisationOf = new Map(
    participants.map(({ submission_id, organisation_id }) => [submission_id, organisation_id])
  )
  return { ...content, participants, cells: await releasedCells(tx, edition, places, charts, organisationOf) }
}

/** Whether the figures of a series are released: they are shown, and in a named project everything that they count is released too. */
export const isReleased = (
  { edition, cells, places }: ReleaseContent,
  { averages, plan }: PublishedSeries
): boolean =>
  averages !== undefined &&
  (isStrict(edition.facts.visibility) ||
    cellsOfSeries(plan).every(cell => cells.has(seriesCellKey(cell)) && places.has(cellKey(cell))))

/** charts.json. */
export function chartFormulas(content: ReleaseContent) {
  const { edition, charts, places } = content
  const references = (cells: readonly SeriesCell[]) =>
    cells.flatMap(cell => {
      const placed = places.get(cellKey(cell))
      return placed === undefined ? [] : [{ ...cellReference(placed, cell.tally), factor: cell.factor }]
    })
  return {
    visibility: edition.facts.visibility,
    minimum_count: edition.facts.minimumCount,
    charts: charts.map(({ code, selection: { chart }, series }) => ({
      chart: code,
      name: chart.chart_name,
      unit: chart.unit,
      decimal_places: chart.decimal_places,
      direction: chart.direction,
      statistic: chart.statistic,
      numerator_text: chart.numerator_text,
      denominator_text: chart.denominator_text,
      series: series.map(one => ({
        series: one.code,
        name: one.plan.name,
        multiplier: one.plan.multiplier,
        is_released: isReleased(content, one),
        value: references(one.plan.cells.value),
        numerator: references(one.plan.cells.numerator),
        denominator: references(one.plan.cells.denominator)
      }))
    }))
  }
}
