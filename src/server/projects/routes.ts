import { routesOf } from '#server/http/route.ts'
import * as enums from './enums.ts'
import * as organisations from './organisations.ts'
import * as projectTexts from './project-texts.ts'
import * as projects from './projects.ts'
import * as timePeriods from './time-periods.ts'
import * as unseenComments from './unseen-comments.ts'

export const projectsRoutes = routesOf(
  enums,
  organisations,
  projectTexts,
  projects,
  timePeriods,
  unseenComments
)
