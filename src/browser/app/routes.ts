// The route table: every address of the site (spec 2), its guards and its screen. The first match wins.

import LoginScreen from '#browser/features/accounts/login-screen.tsx'
import type { GuardName } from '#browser/navigation/guards.ts'
import { chunk, presentChunk } from '#lib/chunk.ts'
import { members } from './members-chunk.ts'
import {
  parseId,
  parseIds,
  NO_PROPS,
  route,
  type ScreenChunk,
  type ScreenRoute,
  type RouteParams
} from './route.ts'

/** Most visits begin here; a separate chunk would cost one more request. */
const loginPage: ScreenChunk<object> = presentChunk({ default: LoginScreen })

const verifyPage: ScreenChunk<{ id?: string }> = chunk(
  () => import('#browser/features/accounts/verify-screen.tsx')
)

const project = ({ projectcode = '' }: RouteParams) => ({ projectCode: projectcode })
const explorer = (params: RouteParams) => ({ ...project(params), explorerType: params['explorertype'] ?? '' })
const group = (params: RouteParams) => ({ ...explorer(params), groupName: params['groupname'] ?? '' })

function detail(params: RouteParams) {
  if (params['id'] === undefined) return group(params)
  const id = parseId(params['id'])
  return id === null ? null : { ...group(params), id }
}

function sectionParams(params: RouteParams) {
  const [questionnaireId, submissionId, sectionId] = parseIds(params['ids'], 3) ?? []
  return questionnaireId && submissionId && sectionId
    ? { ...project(params), questionnaireId, submissionId, sectionId }
    : null
}

function survey(params: RouteParams) {
  const [questionnaireId, submissionId] = parseIds(params['ids'], 2) ?? []
  return questionnaireId && submissionId ? { questionnaireId, submissionId } : null
}

function surveyCase(params: RouteParams) {
  const place = survey(params)
  return place && { ...place, caseCode: params['casecode'] ?? '' }
}

/** A page title followed by the project's name. */
const titleInProject =
  (name: string) =>
  async ({ projectCode }: { projectCode: string }): Promise<string> =>
    (await members.load()).projectTitle(name, projectCode)

const LOGGED_IN_GUARDS: readonly GuardName[] = ['auth']
const CASE_GUARDS: readonly GuardName[] = ['casecode']

export const routes = [
  route({
    pattern: '/',
    title: '',
    page: chunk(() => import('#browser/features/home/home-screen.tsx')),
    props: NO_PROPS
  }),
  route({ pattern: '/login', title: 'Log in', page: loginPage, props: NO_PROPS }),
  route({
    pattern: '/register',
    title: 'Register',
    page: chunk(() => import('#browser/features/accounts/register-screen.tsx')),
    props: NO_PROPS
  }),
  route({
    pattern: '/forgot-password',
    title: 'Forgot password',
    page: chunk(() => import('#browser/features/accounts/forgot-password-screen.tsx')),
    props: NO_PROPS
  }),
  route({ pattern: '/verify', title: 'Verify your email address', page: verifyPage, props: NO_PROPS }),
  route({
    pattern: '/verify/:id',
    title: 'Verify your email address',
    page: verifyPage,
    props: ({ id = '' }) => ({ id })
  }),
  route({
    pattern: '/users',
    title: 'Users',
    guards: ['auth', 'is-admin'],
    page: chunk(() => import('#browser/features/users/users-screen.tsx')),
    props: NO_PROPS
  }),
  route({
    pattern: '/documents',
    title: 'Documents',
    page: chunk(() => import('#browser/features/documents/documents-screen.tsx')),
    props: NO_PROPS
  }),
  route({
    pattern: '/organisation',
    title: 'Organisation',
    page: chunk(() => import('#browser/features/organisation/organisation-screen.tsx')),
    props: NO_PROPS
  }),
  route({
    pattern: '/projects',
    title: 'Projects',
    guards: LOGGED_IN_GUARDS,
    page: chunk(() => import('#browser/features/projects/list/projects-screen.tsx')),
    props: NO_PROPS
  }),
  route({
    pattern: '/projects/:projectcode',
    title: titleInProject(''),
    guards: LOGGED_IN_GUARDS,
    page: chunk(() => import('#browser/features/projects/home/project-home-screen.tsx')),
    props: project
  }),
  route({
    pattern: '/projects/:projectcode/about',
    title: titleInProject('About'),
    guards: LOGGED_IN_GUARDS,
    page: chunk(() => import('#browser/features/projects/about/project-about-screen.tsx')),
    props: project
  }),
  route({
    pattern: '/projects/:projectcode/dashboard',
    title: titleInProject('Dashboard'),
    guards: LOGGED_IN_GUARDS,
    page: chunk(() => import('#browser/features/explorer/dashboard-screen.tsx')),
    props: project
  }),
  route({
    pattern: '/projects/:projectcode/registration',
    title: titleInProject('Registration'),
    guards: LOGGED_IN_GUARDS,
    page: chunk(() => import('#browser/features/registration/registration-screen.tsx')),
    props: project
  }),
  route({
    pattern: '/projects/:projectcode/data-collection',
    title: titleInProject('Data collection'),
    guards: LOGGED_IN_GUARDS,
    page: chunk(() => import('#browser/features/data-collection/hub/data-collection-screen.tsx')),
    props: project
  }),
  route({
    pattern: '/projects/:projectcode/data-collection/questionnaire/:ids',
    title: titleInProject('Questionnaire'),
    guards: LOGGED_IN_GUARDS,
    page: chunk(() => import('#browser/features/data-collection/section-screen.tsx')),
    props: sectionParams
  }),
  route({
    pattern: '/projects/:projectcode/:explorertype',
    title: titleInProject('Explorer'),
    guards: LOGGED_IN_GUARDS,
    page: chunk(() => import('#browser/features/explorer/explorer-screen.tsx')),
    props: explorer
  }),
  route({
    pattern: '/projects/:projectcode/:explorertype/search',
    title: titleInProject('Search'),
    guards: LOGGED_IN_GUARDS,
    page: chunk(() => import('#browser/features/explorer/search-screen.tsx')),
    props: explorer
  }),
  route({
    pattern: '/projects/:projectcode/:explorertype/:groupname',
    title: titleInProject('Charts'),
    guards: LOGGED_IN_GUARDS,
    page: chunk(() => import('#browser/features/explorer/group-screen.tsx')),
    props: group
  }),
  route({
    pattern: '/projects/:projectcode/:explorertype/:groupname/detail/:id?',
    title: titleInProject('Chart'),
    guards: LOGGED_IN_GUARDS,
    page: chunk(() => import('#browser/features/explorer/detail-screen.tsx')),
    props: detail
  }),
  route({
    pattern: '/surveys/404',
    title: 'Survey not found',
    page: chunk(() => import('#browser/features/surveys/code/survey-refused-screen.tsx')),
    props: NO_PROPS
  }),
  route({
    pattern: '/surveys/:ids',
    title: 'Enter your case code',
    page: chunk(() => import('#browser/features/surveys/code/survey-code-screen.tsx')),
    props: survey
  }),
  route({
    pattern: '/surveys/:ids/:casecode',
    title: 'Survey',
    guards: CASE_GUARDS,
    page: chunk(() => import('#browser/features/surveys/survey-intro-screen.tsx')),
    props: surveyCase
  }),
  route({
    pattern: '/surveys/:ids/:casecode/complete',
    title: 'Survey complete',
    guards: CASE_GUARDS,
    page: chunk(() => import('#browser/features/surveys/survey-complete-screen.tsx')),
    props: surveyCase
  }),
  route({
    pattern: '/surveys/:ids/:casecode/questions',
    title: 'Survey questions',
    guards: CASE_GUARDS,
    page: chunk(() => import('#browser/features/surveys/survey-questions-screen.tsx')),
    props: surveyCase
  })
] as const satisfies readonly ScreenRoute[]
