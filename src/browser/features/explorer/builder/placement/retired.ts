import { call } from '#browser/api/call.ts'
import { deleteChart, updateChart } from '#contract/chart-builder.ts'
import type { Chart } from '#contract/charts.ts'
import type { Result } from '#lib/result.ts'
import { reloadPlacementsAfter } from './placement.ts'

export const restore = ({ chart_id, version }: Chart): Promise<Result<Chart>> =>
  reloadPlacementsAfter(call(updateChart, { params: { id: chart_id }, body: { version, is_active: true } }))

export const deleteForGood = ({ chart_id }: Chart): Promise<Result<unknown>> =>
  reloadPlacementsAfter(call(deleteChart, { params: { id: chart_id } }))
