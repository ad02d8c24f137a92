// The tables of a release, each read from the database while it is written.

import { cellKey } from '#domain/answers/cell-address.ts'
import { isStrict } from '#domain/disclosure/visibility.ts'
import type { FileField } from '#domain/exports/answer-lines.ts'
import { CODEBOOK_COLUMNS, codebookLines } from '#domain/exports/wide-lines.ts'
import {
  AVERAGE_COLUMNS,
  FIGURE_COLUMNS,
  PARTICIPANT_COLUMNS,
  RUN_COLUMNS,
  VALUE_COLUMNS,
  valueLine
} from '#domain/releases/release-tables.ts'
import { chunksOf } from '#lib/group-by.ts'
import { cellsOfSeries, seriesCellKey } from '#server/benchmarks/chart-data/series.ts'
import type { ExportTable } from '#server/exports/export-tables.ts'
import { filterColumns, type Participant } from './participants.ts'
import { cellsOfEdition } from './published-cells.ts'
import { publishedFigures, type PublishedChart, type PublishedSeries } from './published-charts.ts'
import { isReleased, type ReleaseContent } from './release-content.ts'

const LINES_AT_ONCE = 2000

export async function releaseTables(content: ReleaseContent): Promise<ExportTable[]> {
  const averages = lineTable('averages', AVERAGE_COLUMNS, releasedSeries(content).map(averagesLine))
  const questions = lineTable('questions', CODEBOOK_COLUMNS, questionLines(content))
  if (isStrict(content.edition.facts.visibility))
    return [averages, lineTable('runs', RUN_COLUMNS, releasedSeries(content).flatMap(runLines)), questions]
  const filters = await filterColumns(content.tx, content.edition)
  const organisationLine = (one: Participant): FileField[] => [
    ...PARTICIPANT_COLUMNS.map(column => one[column]),
    ...filters.optionsOf(one)
  ]
  return [
    { name: 'values', columns: VALUE_COLUMNS, lines: () => valueLines(content) },
    lineTable(
      'organisations',
      [...PARTICIPANT_COLUMNS, ...filters.columns],
      content.participants.map(organisationLine)
    ),
    { name: 'figures', columns: FIGURE_COLUMNS, lines: () => figureLines(content) },
    averages,
    questions
  ]
}

/** A table whose lines are few. */
const lineTable = (name: string, columns: readonly string[], lines: readonly FileField[][]): ExportTable => ({
  name,
  columns,
  async *lines() {
    for (const some of chunksOf(lines, LINES_AT_ONCE)) yield await Promise.resolve(some)
  }
})

interface ReleasedSeries {
  chart: PublishedChart
  series: PublishedSeries
}

const releasedSeries = (content: ReleaseContent): ReleasedSeries[] =>
  content.charts.flatMap(chart =>
    chart.series.flatMap(series => (isReleased(content, series) ? [{ chart, series }] : []))
  )

const averagesLine = ({ chart, series: { code, averages } }: ReleasedSeries): FileField[] => [
  chart.code,
  code,
  averages?.n ?? null,
  averages?.Mean ?? null,
  averages?.Median ?? null,
  averages?.Q1 ?? null,
  averages?.Q3 ?? null
]

const runLines = ({ chart, series: { code, runs } }: ReleasedSeries): FileField[][] =>
  runs.map(({ mean, submission_count }, index) => [chart.code, code, index + 1, mean, submission_count])

/** The questions that charts count, and those whose answers are released. */
function questionLines({ charts, cells, places }: ReleaseContent): FileField[][] {
  const counted = charts.flatMap(({ series }) => series.flatMap(({ plan }) => cellsOfSeries(plan)))
  const keys = new Set(counted.map(cellKey))
  return [...places].flatMap(([key, { questionnaire, place }]) =>
    keys.has(key) || cells.has(seriesCellKey(place.address)) ? codebookLines(questionnaire, [place]) : []
  )
}

async function* valueLines({
  tx,
  edition,
  places,
  participants,
  cells
}: ReleaseContent): AsyncGenerator<FileField[][]> {
  const period = edition.facts.periodName
  for await (const { placed, columns } of cellsOfEdition(tx, edition, places)) {
    if (!cells.has(seriesCellKey(columns))) continue
    const numbers = new Map(columns.submission_ids.map((id, at) => [id, columns.numbers[at] ?? null]))
    const [skipped, unavailable] = [new Set(columns.skipped_ids), new Set(columns.unavailable_ids)]
    for (const some of chunksOf(participants, LINES_AT_ONCE))
      yield some.flatMap(({ submission_id: id, organisation, submission }) => {
        const answer = {
          number: numbers.get(id) ?? null,
          isSkipped: skipped.has(id),
          isUnavailable: unavailable.has(id)
        }
        if (answer.number === null && !answer.isSkipped && !answer.isUnavailable) return []
        return [valueLine({ organisation, submission, period }, placed, columns.tally, answer)]
      })
  }
}

async function* figureLines(content: ReleaseContent): AsyncGenerator<FileField[][]> {
  const { tx, participants } = content
  for (const { chart, series } of releasedSeries(content)) {
    const figures = await publishedFigures(tx, chart.selection, series.plan)
    for (const some of chunksOf(participants, LINES_AT_ONCE))
      yield some.flatMap(({ submission_id, organisation, submission }) => {
        const figure = figures.get(submission_id)
        return figure === undefined ? [] : [[chart.code, series.code, organisation, submission, figure]]
      })
  }
}
