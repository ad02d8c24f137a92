import type { InferOutput } from 'valibot'
import { chartKind } from '#contract/chart-kinds.ts'
import type { previewChart as previewChartContract } from '#contract/chart-preview.ts'
import { VALUE_NOTES } from '#contract/chart-values.ts'
import { MAX_LISTED_VALUES, MAX_PREVIEW_VALUES } from '#contract/limits.ts'
import { requireProject } from '#server/auth/ownership.ts'
import { countsFor } from '#server/auth/taking-part.ts'
import { uncachedChartData } from '#server/benchmarks/chart-data/answer.ts'
import { figuresOf } from '#server/benchmarks/chart-data/figures.ts'
import {
  EVERYONE,
  selectionOf,
  type DraftChart,
  type ChartSelection
} from '#server/benchmarks/chart-data/selection.ts'
import { seriesPlans } from '#server/benchmarks/chart-data/series.ts'
import { readStoredChart } from '#server/benchmarks/chart-rows.ts'
import { ofSelectedPeriods, openSource } from '#server/benchmarks/editions/sources.ts'
import type { Database } from '#server/database/schema.ts'
import { requireFound, notFound } from '#server/http/api-error.ts'
import type { RouteOf } from '#server/http/route.ts'
import { requireAscendingAxis, requireCollection } from './chart-builder.ts'
import { checkParameters } from './chart-figures.ts'

type PreviewBody = InferOutput<typeof previewChartContract.body>

export const previewChart: RouteOf<'previewChart'> = async ({ body }, { database, caller, now }) => {
  const { programmeId } = caller
  await requireProject(database, programmeId, body.project_id)
  await requireCollection(database, programmeId, body.project_id, body.collection_id)
  requireAscendingAxis(body)
  await checkParameters(database, programmeId, body.project_id, body.chart_parameters)
  const stored = body.chart_id ? await readStoredChart(database, programmeId, body.chart_id) : null
  if (stored && stored.project_id !== body.project_id) throw notFound('chart')
  const draft = await draftRows(database, programmeId, body)
  const selection = await selectionOf(
    database,
    caller,
    draft,
    body.submission_id,
    body.peer_group_ids,
    {
      ...EVERYONE,
      project_id: body.project_id,
      time_period_id: body.time_period_id,
      time_period_ids: body.time_period_ids,
      averages: ['Mean', 'Median', 'Q1', 'Q3'],
      // Some kinds draw all series, the others the first.
      series_option_ids:
        chartKind(body.output_name).series === 'all' ? draft.series.map(plan => plan.seriesId) : [],
      ignore_cache: true
    },
    now
  )
  return {
    chart_data: await uncachedChartData(database, selection, now, MAX_LISTED_VALUES, MAX_PREVIEW_VALUES),
    ...(await countSeriesValues(database, selection)),
    stored: stored && {
      version: stored.version,
      is_active: stored.is_active,
      updated_at: stored.updated_at,
      updated_by: stored.updated_by
    }
  }
}

/** The draft in the shape of stored rows; its parameters are numbered in order. */
async function draftRows(database: Database, programmeId: number, body: PreviewBody): Promise<DraftChart> {
  const { project_id, collection_id, chart_name, unit, decimal_places, direction, statistic } = body
  const { target_value, axis_min, axis_max, numerator_text, denominator_text } = body
  const outputType = await database
    .selectFrom('output_types')
    .select(['output_type_id as id', 'output_name', 'tab_name', 'display_order'])
    .where(eb => eb.and({ programme_id: programmeId, output_name: body.output_name }))
    .executeTakeFirst()
  return {
    // Only a stored chart has a number and a version; the contract's numbers begin with 1.
    chart: {
      chart_id: body.chart_id ?? 1,
      version: 0,
      chart_name,
      project_id,
      collection_id,
      unit,
      decimal_places,
      direction,
      statistic,
      target_value,
      axis_min,
      axis_max,
      numerator_text,
      denominator_text
    },
    outputType: requireFound(outputType, 'output type'),
    series: seriesPlans(
      body.chart_parameters
        .map((parameter, index) => ({ ...parameter, chart_parameter_id: index + 1 }))
        .toSorted((a, b) => a.display_order - b.display_order)
    )
  }
}

/** How many submissions of the period have a value in each series. */
async function countSeriesValues(database: Database, selection: ChartSelection) {
  const { programmeId, project, reader, request, series } = selection
  const submissions = await database
    .selectFrom('submissions as s')
    .select('submission_id')
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', project.project_id)
    .where('time_period_id', '=', request.time_period_id)
    .where(countsFor(programmeId, reader.organisationId))
    .execute()
  const source = openSource(ofSelectedPeriods(selection), reader.organisationId)
  const figures = await figuresOf(database, source, series)
  return {
    submission_count: submissions.length,
    series_counts: series.map(plan => {
      // Charts are built by admins, who see everyone's figures.
      const values = reader.kind === 'open' ? figures.openTo(reader, plan.displayOrder) : new Map()
      const counted = submissions.flatMap(({ submission_id }) => values.get(submission_id) ?? [])
      return {
        display_order: plan.displayOrder,
        value_count: counted.filter(figure => figure.value !== null).length,
        zero_denominator_count: counted.filter(figure => figure.note === VALUE_NOTES.noDenominator).length
      }
    })
  }
}
