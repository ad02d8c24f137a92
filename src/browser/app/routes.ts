// The route table: every address of the site (spec 2), its guards and its screen. The first match wins.
import LoginScreen from '#browser/features/accounts/login-screen.tsx'
import type { GuardName } from '#browser/navigation/guards.ts'
import { chunk, present } from '#lib/chunk.ts'
import { idIn, idsIn, none, route, type Page, type Route, type RouteParams } from './route.ts'
import { projectChecks } from './start/project-checks-chunk.ts'

/** Most visits begin here; a separate chunk would cost one more request. */
const loginPage: Page<object> = present({ default: LoginScreen })

const verifyPage: Page<{ id?: string }> = chunk(() => import('#browser/features/accounts/verify-screen.tsx'))

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
  return questionnaireId && submissionId && sectionId
    ? { ...project(params), questionnaireId, submissionId, sectionId }
    : null
}

function survey(params: RouteParams) {
  const [questionnaireId, submissionId] = idsIn(params['ids'], 2) ?? []
  return questionnaireId && submissionId ? { questionnaireId, submissionId } : null
}

function surveyCase(params: RouteParams) {
  const place = survey(params)
  return place && { ...place, caseCode: params['casecode'] ?? '' }
}

/** A page title followed by the project's name. */
const inProject =
  (name: string) =>
  async ({ projectCode }: { projectCode: string }): Promise<string> =>
    (await projectChecks.load()).projectTitle(name, projectCode)

const auth: readonly GuardName[] = ['auth']
const casecode: readonly GuardName[] = ['casecode']

export const routes = [
  route({
    pattern: '/',
    title: '',
    page: chunk(() => import('#browser/features/home/home-screen.tsx')),
    props: none
  }),
  route({ pattern: '/login', title: 'Log in', page: loginPage, props: none }),
  route({
    pattern: '/register',
    title: 'Register',
    page: chunk(() => import('#browser/features/accounts/register-screen.tsx')),
    props: none
  }),
  route({
    pattern: '/forgot-password',
    title: 'Forgot password',
    page: chunk(() => import('#browser/features/accounts/forgot-password-screen.tsx')),
    props: none
  }),
  route({ pattern: '/verify', title: 'Verify your email address', page: verifyPage, props: none }),
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
    props: none
  }),
  route({
    pattern: '/documents',
    title: 'Documents',
    page: chunk(() => import('#browser/features/documents/documents-screen.tsx')),
    props: none
  }),
  route({
    pattern: '/organisation',
    title: 'Organisation',
    page: chunk(() => import('#browser/features/organisation/organisation-screen.tsx')),
    props: none
  }),
  route({
    pattern: '/projects',
    title: 'Projects',
    guards: auth,
    page: chunk(() => import('#browser/features/projects/list/projects-screen.tsx')),
    props: none
  }),
  route({
    pattern: '/projects/:projectcode',
    title: inProject(''),
    guards: auth,
    page: chunk(() => import('#browser/features/projects/home/project-home-screen.tsx')),
    props: project
  }),
  route({
    pattern: '/projects/:projectcode/about',
    title: inProject('About'),
    guards: auth,
    page: chunk(() => import('#browser/features/projects/about/project-about-screen.tsx')),
    props: project
  }),
  route({
    pattern: '/projects/:projectcode/dashboard',
    title: inProject('Dashboard'),
    guards: auth,
    page: chunk(() => import('#browser/features/explorer/dashboard-screen.tsx')),
    props: project
  }),
  route({
    pattern: '/projects/:projectcode/registration',
    title: inProject('Registration'),
    guards: auth,
    page: chunk(() => import('#browser/features/registration/registration-screen.tsx')),
    props: project
  }),
  route({
    pattern: '/projects/:projectcode/data-collection',
    title: inProject('Data collection'),
    guards: auth,
    page: chunk(() => import('#browser/features/data-collection/hub/data-collection-screen.tsx')),
    props: project
  }),
  route({
    pattern: '/projects/:projectcode/data-collection/questionnaire/:ids',
    title: inProject('Questionnaire'),
    guards: auth,
    page: chunk(() => import('#browser/features/data-collection/section-screen.tsx')),
    props: section
  }),
  route({
    pattern: '/projects/:projectcode/:explorertype',
    title: inProject('Explorer'),
    guards: auth,
    page: chunk(() => import('#browser/features/explorer/explorer-screen.tsx')),
    props: explorer
  }),
  route({
    pattern: '/projects/:projectcode/:explorertype/search',
    title: inProject('Search'),
    guards: auth,
    page: chunk(() => import('#browser/features/explorer/search-screen.tsx')),
    props: explorer
  }),
  route({
    pattern: '/projects/:projectcode/:explorertype/:groupname',
    title: inProject('Charts'),
    guards: auth,
    page: chunk(() => import('#browser/features/explorer/group-screen.tsx')),
    props: group
  }),
  route({
    pattern: '/projects/:projectcode/:explorertype/:groupname/detail/:id?',
    title: inProject('Chart'),
    guards: auth,
    page: chunk(() => import('#browser/features/explorer/detail-screen.tsx')),
    props: detail
  }),
  route({
    pattern: '/surveys/404',
    title: 'Survey not found',
    page: chunk(() => import('#browser/features/surveys/survey-refused-screen.tsx')),
    props: none
  }),
  route({
    pattern: '/surveys/:ids',
    title: 'Enter your case code',
    page: chunk(() => import('#browser/features/surveys/survey-code-screen.tsx')),
    props: survey
  }),
  route({
    pattern: '/surveys/:ids/:casecode',
    title: 'Survey',
    guards: casecode,
    page: chunk(() => import('#browser/features/surveys/survey-intro-screen.tsx')),
    props: surveyCase
  }),
  route({
    pattern: '/surveys/:ids/:casecode/complete',
    title: 'Survey complete',
    guards: casecode,
    page: chunk(() => import('#browser/features/surveys/survey-complete-screen.tsx')),
    props: surveyCase
  }),
  route({
    pattern: '/surveys/:ids/:casecode/questions',
    title: 'Survey questions',
    guards: casecode,
    page: chunk(() => import('#browser/features/surveys/survey-questions-screen.tsx')),
    props: surveyCase
  })
] as const satisfies readonly Route[]
