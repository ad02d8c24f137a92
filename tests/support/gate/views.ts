// What else the screens show at their addresses, chosen by a tab or a switch: the gate looks at each as at a screen of its own.

import { chartKindNames } from '#contract/chart-kinds.ts'
import { PROJECT, type FindScreens } from '#tests/support/find-screens.ts'
import type { RoutePattern } from '#tests/support/screens.ts'

interface View {
  role: 'lead' | 'admin'
  address: (find: FindScreens) => string | Promise<string>
}

const project = `/projects/${PROJECT}`

/** The programme has no chart over eight periods: tests/journeys/explorer-exports.spec.ts opens its tab in another. */
const tabs = chartKindNames.filter(kind => kind !== 'control')

export const views: Partial<Record<RoutePattern, Readonly<Record<string, View>>>> = {
  '/projects/:projectcode/data-collection': {
    progress: { role: 'admin', address: () => `${project}/data-collection?view=progress` },
    'questionnaire builder': { role: 'admin', address: find => find.builtCell() }
  },
  '/projects/:projectcode/:explorertype': {
    'results of a finished period': { role: 'lead', address: find => find.finishedResults() }
  },
  '/projects/:projectcode/:explorertype/:groupname': {
    'charts of a group': { role: 'lead', address: () => `${project}/results/establishment?focus=charts` }
  },
  '/projects/:projectcode/:explorertype/:groupname/detail/:id?': {
    ...Object.fromEntries(
      tabs.map(kind => [
        `tab ${kind}`,
        { role: 'lead', address: (find: FindScreens) => find.chart(kind) } as const
      ])
    ),
    'chart builder': { role: 'admin', address: async find => `${await find.chart()}?mode=edit` }
  }
}
