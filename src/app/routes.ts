// THE table: every address of the site (spec 2), who may see it, and the screen that stands there. The first match wins.
import type { GuardName } from '#navigation/guards.ts'
import NoticePage from './notice-page.tsx'
import { page } from './page.ts'
import { isExplorerOfProject, isProject } from './project-checks.ts'
import { idIn, idsIn, none, route, type Route, type RouteParams } from './route.ts'

const noticePage = page(async () => ({ default: NoticePage }))

/** An address whose screen a later version delivers: its guards already hold, and a plain notice stands there. */
function later(pattern: string, name: string, guards: readonly GuardName[] = []): Route {
  return { ...route({ pattern, title: name, guards, page: noticePage, props: () => ({ name }) }), isNotice: true }
}

const project = ({ projectcode = '' }: RouteParams) => ({ projectCode: projectcode })
const explorer = (params: RouteParams) => ({ ...project(params), explorerType: params['explorertype'] ?? '' })
const group = (params: RouteParams) => ({ ...explorer(params), groupName: params['groupname'] ?? '' })

function detail(params: RouteParams) {
  if (params['id'] === undefined) return group(params)
  const id = idIn(params['id'])
  return id === null ? null : { ...group(params), id }
}

function section(params: RouteParams) {
  const [questionnaireId, submissionId, sectionId] = idsIn(params['ids'], 3) ?? []
  return questionnaireId && submissionId && sectionId ? { ...project(params), questionnaireId, submissionId, sectionId } : null
}

void [none, detail, section, isExplorerOfProject, isProject]

export const routes: readonly Route[] = [
  later('/', 'Home'),
  later('/login', 'Log in'),
  later('/register', 'Register'),
  later('/forgot-password', 'Forgot password'),
  later('/verify', 'Verify your email address'),
  later('/verify/:id', 'Verify your email address'),
  later('/users', 'Users', ['auth', 'is-admin']),
  later('/documents', 'Documents'),
  later('/organisation', 'Organisation'),
  later('/projects', 'Projects', ['auth']),
  later('/projects/:projectcode', 'Project', ['auth']),
  later('/projects/:projectcode/about', 'About', ['auth']),
  later('/projects/:projectcode/dashboard', 'Dashboard', ['auth']),
  later('/projects/:projectcode/registration', 'Registration', ['auth']),
  later('/projects/:projectcode/data-collection', 'Data collection', ['auth']),
  later('/projects/:projectcode/data-collection/questionnaire/:ids', 'Questionnaire', ['auth']),
  later('/projects/:projectcode/:explorertype', 'Explorer', ['auth']),
  later('/projects/:projectcode/:explorertype/search', 'Search', ['auth']),
  later('/projects/:projectcode/:explorertype/:groupname', 'Charts', ['auth']),
  later('/projects/:projectcode/:explorertype/:groupname/detail/:id?', 'Chart', ['auth']),
  later('/surveys/404', 'Survey not found'),
  later('/surveys/:ids', 'Survey'),
  later('/surveys/:ids/:casecode', 'Survey', ['casecode']),
  later('/surveys/:ids/:casecode/complete', 'Survey complete', ['casecode']),
  later('/surveys/:ids/:casecode/questions', 'Survey questions', ['casecode'])
]

/** Addresses that still show the notice. This list can only shrink. */
export const undeliveredRoutes: readonly string[] = routes.filter(({ isNotice }) => isNotice).map(({ pattern }) => pattern)
