// Creates charts as an admin does.

import { expect } from 'vitest'
import { createChart } from '#contract/chart-builder.ts'
import { getChartData } from '#contract/chart-data.ts'
import { createChartParameter } from '#contract/chart-parameters.ts'
import { previewChart } from '#contract/chart-preview.ts'
import { getCollectionHierarchy } from '#contract/charts.ts'
import { createCollection } from '#contract/collections.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded } from './seeded.ts'
import type { TestServer } from './server.ts'

type PreviewBody = InputOf<typeof previewChart>['body']
type ParameterBody = InputOf<typeof createChartParameter>['body']

export function chartBuilding(server: TestServer) {
  const admin = () => server.tokenOf('admin')
  const viewer = () => server.tokenOf('viewer')
  const project = () => projectCoded(server, 'ward-staffing')

  const collect = async (body: Partial<InputOf<typeof createCollection>['body']> = {}) =>
    server.call(
      createCollection,
      { body: { project_id: await project(), collection_name: 'Own', explorer_type: 'results', ...body } },
      await admin()
    )

  /** The collections as a viewer sees them. */
  async function tree() {
    const query = {
      project_id: await project(),
      time_period_id: await periodNamed(server, '2025'),
      explorer_type: 'results'
    }
    return (await server.call(getCollectionHierarchy, { query }, await viewer())).body.collections
  }

  /** A new chart in a new collection, with the collection's group, which does not contain it yet. */
  async function chart(name: string) {
    const collection = (await collect({ collection_name: name })).body
    const { chart_groups } = (await tree()).find(one => one.collection_id === collection.collection_id)!
    const body = {
      project_id: collection.project_id,
      collection_id: collection.collection_id,
      chart_name: name,
      unit: 'WTE'
    }
    const made = await server.call(createChart, { body }, await admin())
    expect(made.status).toBe(200)
    return { ...made.body, chart_group_id: chart_groups[0]!.chart_group_id }
  }

  const cell = async (question: string, column = 'Band 6') =>
    (await cellOf(server, await ownSubmission(server, 'ward-staffing', '2025'), question, column)).place

  const parameter = async (body: Omit<ParameterBody, 'parameter_name'> & { parameter_name?: string }) =>
    server.call(createChartParameter, { body: { parameter_name: 'Series', ...body } }, await admin())

  /** A chart that is being built. */
  const draft = (
    body: Partial<PreviewBody> & Pick<PreviewBody, 'project_id' | 'collection_id' | 'time_period_id'>
  ): PreviewBody => ({
    submission_id: 0,
    output_name: 'bar_ranked',
    chart_name: 'Draft',
    unit: 'WTE',
    decimal_places: 1,
    direction: 'neutral',
    target_value: null,
    axis_min: null,
    axis_max: null,
    chart_parameters: [],
    ...body
  })

  /** The chart as a viewer sees it. */
  async function data(chart_id: number) {
    const submission = await ownSubmission(server, 'ward-staffing', '2025')
    const body = {
      project_id: await project(),
      organisation_id: 0,
      time_period_id: await periodNamed(server, '2025')
    }
    const input = { params: { a: chart_id, b: submission }, query: { peerGroupId: 'null' }, body }
    return (await server.call(getChartData, input, await viewer())).body
  }

  return { admin, viewer, project, collect, tree, chart, cell, parameter, draft, data }
}
