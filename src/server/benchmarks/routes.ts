import { routesOf } from '#server/http/route.ts'
import { createGetChartData, listSeriesOptions } from './chart-data.ts'
import type { ChartServices } from './chart-data/answer.ts'
import * as charts from './charts.ts'
import * as editions from './editions.ts'
import * as filters from './filters.ts'
import * as peerGroups from './peer-groups.ts'

export const benchmarksRoutes = (services: ChartServices) => ({
  getChartData: createGetChartData(services),
  listSeriesOptions,
  ...routesOf(charts, editions, filters, peerGroups)
})
