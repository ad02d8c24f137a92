// Charts and their placement, editions, favourites and searches.

import { createChart } from '#contract/chart-builder.ts'
import { createChartGroupMemberships } from '#contract/chart-groups.ts'
import { createCollection } from '#contract/collections.ts'
import { openCorrectionWindows } from '#contract/correction-windows.ts'
import { listEditions, publishEdition } from '#contract/editions.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { callOf, fresh, type WritingName } from '#tests/support/races/race.ts'
import { opening } from './acceptance-acts.ts'
import type { Act } from './act.ts'
import { filled } from './answer-acts.ts'
import { selection, type Stage } from './stage.ts'

const parameter = ({ standard }: Stage) => ({
  parameter_name: 'Rooms',
  parameter_role: 'value' as const,
  ...standard.cell('Rooms')
})

/** Ends data collection, except in a correction window, in which the questionnaire can be answered while the figures are published. */
async function endCollection(stage: Stage): Promise<void> {
  const { server, place, tokens } = stage
  await server.database
    .updateTable('project_periods')
    .set({ collection_closes_at: server.clock.now })
    .where('programme_id', '=', PROGRAMME)
    .where('project_id', '=', place.project_id)
    .where('time_period_id', '=', place.time_period_id)
    .execute()
  await closeAt(stage, server.clock.now)
  await server.call(openCorrectionWindows, opening(stage), tokens.admin)
}

const closeAt = ({ server, place, standard, survey }: Stage, closes_at: Date) =>
  server.database
    .updateTable('questionnaire_periods')
    .set({ closes_at })
    .where('programme_id', '=', PROGRAMME)
    .where('questionnaire_id', 'in', [standard.questionnaire_id, survey.questionnaire_id])
    .where('time_period_id', '=', place.time_period_id)
    .execute()

/** What publishes the first edition. */
async function firstEdition(stage: Stage) {
  await filled(stage)
  const { server, tokens } = stage
  const { next } = (await server.call(listEditions, { query: selection(stage) }, tokens.admin)).body
  return { ...selection(stage), edition_number: 1, figures_digest: next.figures_digest }
}

/** A chart of one cell, in a collection with a group. No chart has “Rooms” yet, so that its question can still be changed. */
const charted = (stage: Stage) =>
  stage.once('chart', async () => {
    const { server, place, tokens } = stage
    const { project_id } = place
    const { collection_id } = (
      await server.call(
        createCollection,
        { body: { project_id, collection_name: fresh('Collection'), explorer_type: 'results' } },
        tokens.admin
      )
    ).body
    const body = {
      project_id,
      collection_id,
      chart_name: fresh('Chart'),
      chart_parameters: [{ ...parameter(stage), ...stage.standard.cell('Beds') }]
    }
    const { chart_id, version } = (await server.call(createChart, { body }, tokens.admin)).body
    const { chart_group_id } = await server.database
      .selectFrom('chart_groups')
      .select('chart_group_id')
      .where('programme_id', '=', PROGRAMME)
      .where('collection_id', '=', collection_id)
      .executeTakeFirstOrThrow()
    const { chart_parameter_id } = await server.database
      .selectFrom('chart_parameters')
      .select('chart_parameter_id')
      .where('programme_id', '=', PROGRAMME)
      .where('chart_id', '=', chart_id)
      .executeTakeFirstOrThrow()
    return { collection_id, chart_id, version, chart_group_id, chart_parameter_id }
  })

const standing = (stage: Stage) =>
  stage.once('standing', async () => {
    const { chart_id, chart_group_id } = await charted(stage)
    const body = { memberships: [{ chart_group_id, chart_id }] }
    const made = await stage.server.call(createChartGroupMemberships, { body }, stage.tokens.admin)
    return made.body.memberships[0]!.membership_id
  })

const onChart =
  (make: (stage: Stage, chart: Awaited<ReturnType<typeof charted>>) => ReturnType<Act>): Act =>
  async stage =>
    make(stage, await charted(stage))
export const comparisonActs = {
  createCollection: [
    ({ place, tokens }) =>
      callOf(
        'createCollection',
        { body: { project_id: place.project_id, collection_name: 'Raced', explorer_type: 'results' } },
        tokens.admin
      )
  ],
  createChart: [
    onChart((stage, { collection_id }) => {
      const body = {
        project_id: stage.place.project_id,
        collection_id,
        chart_name: fresh('Chart'),
        chart_parameters: [parameter(stage)]
      }
      return callOf('createChart', { body }, stage.tokens.admin)
    })
  ],
  updateChart: [
    onChart((stage, { chart_id, version }) =>
      callOf(
        'updateChart',
        { params: { id: chart_id }, body: { version, chart_parameters: [parameter(stage)] } },
        stage.tokens.admin
      )
    ),
    onChart(({ tokens }, { chart_id, version }) =>
      callOf('updateChart', { params: { id: chart_id }, body: { version, is_active: false } }, tokens.admin)
    )
  ],
  deleteChart: [
    onChart(({ tokens }, { chart_id }) => callOf('deleteChart', { params: { id: chart_id } }, tokens.admin))
  ],
  createChartParameter: [
    onChart((stage, { chart_id }) =>
      callOf('createChartParameter', { body: { chart_id, ...parameter(stage) } }, stage.tokens.admin)
    )
  ],
  deleteChartParameters: [
    onChart(({ tokens }, { chart_parameter_id }) =>
      callOf('deleteChartParameters', { body: { chart_parameter_ids: [chart_parameter_id] } }, tokens.admin)
    )
  ],
  createChartGroupMemberships: [
    onChart(({ tokens }, { chart_id, chart_group_id }) =>
      callOf(
        'createChartGroupMemberships',
        { body: { memberships: [{ chart_group_id, chart_id }] } },
        tokens.admin
      )
    )
  ],
  updateChartGroupMembership: [
    async stage =>
      callOf(
        'updateChartGroupMembership',
        { params: { id: await standing(stage) }, body: { display_order: 4 } },
        stage.tokens.admin
      )
  ],
  deleteChartGroupMemberships: [
    async stage =>
      callOf(
        'deleteChartGroupMemberships',
        { body: { memberships: [await standing(stage)] } },
        stage.tokens.admin
      )
  ],
  previewChart: [
    onChart((stage, { collection_id }) => {
      const body = {
        ...selection(stage),
        collection_id,
        submission_id: 0,
        output_name: 'bar_ranked' as const,
        chart_name: 'Draft',
        unit: '',
        decimal_places: 1,
        direction: 'neutral' as const,
        target_value: null,
        axis_min: null,
        axis_max: null,
        chart_parameters: [parameter(stage)]
      }
      return callOf('previewChart', { body }, stage.tokens.admin)
    })
  ],
  getChartData: [
    onChart((stage, { chart_id }) =>
      callOf(
        'getChartData',
        {
          params: { a: chart_id, b: stage.submission_id },
          query: { peerGroupId: 'null' },
          body: { ...selection(stage), organisation_id: 0 }
        },
        stage.tokens.contributor
      )
    )
  ],
  publishEdition: [
    async stage => {
      const body = await firstEdition(stage)
      stage.whenPrepared.push(() => endCollection(stage))
      return callOf('publishEdition', { body }, stage.tokens.admin)
    }
  ],
  downloadRelease: [
    async stage => {
      const { server, tokens } = stage
      const body = await firstEdition(stage)
      await endCollection(stage)
      await server.call(publishEdition, { body }, tokens.admin)
      await closeAt(stage, new Date('2100-01-01'))
      const query = { ...selection(stage), edition_number: 1 }
      return callOf('downloadRelease', { query }, tokens.contributor)
    }
  ],
  addFavourite: [
    ({ place, tokens }) => callOf('addFavourite', { params: { id: place.project_id } }, tokens.contributor)
  ],
  removeFavourite: [
    ({ place, tokens }) => callOf('removeFavourite', { params: { id: place.project_id } }, tokens.contributor)
  ],
  searchGlobal: [({ tokens }) => callOf('searchGlobal', { body: { query: 'ward' } }, tokens.contributor)]
} satisfies Partial<Record<WritingName, readonly Act[]>>
