// Every screen of the route table: its address in the demo, who looks at it, what brings its content, and what stands there without. The client tests
// of its states and the gate in the browser both go through it. A new route does not compile without its line here. It names nothing of the route table
// but its type, so that a program outside of a bundler can read it; tests/gates/gate-matrix.test.ts holds it against the guards.

import type { routes } from '#browser/app/routes.ts'
import { PROJECT, type FindScreens } from './find-screens.ts'
import type { Role } from './server.ts'

export type RoutePattern = (typeof routes)[number]['pattern']

type Json = Record<string, unknown>

interface Place {
  address: (find: FindScreens) => string | Promise<string>
  /** A person who sees it; nobody where no account is needed. */
  role?: Role
  /** Someone without an account is not led elsewhere: the screen has something for them too. */
  isOpen?: true
}

/** A form or a message: nothing is loaded before it is shown. */
interface Immediate extends Place {
  content: null
}

export interface Loading extends Place {
  /** The calls that bring the content, by their path. */
  main: RegExp
  content: RegExp
  /** What stands there without content, and what an answer without content is; null, with why, where there is always some. */
  empty: { text: RegExp; without: (reply: Json) => Json } | { never: string }
}

export type Screen = Immediate | Loading

const without =
  (...fields: string[]) =>
  (reply: Json): Json => ({ ...reply, ...Object.fromEntries(fields.map(field => [field, []])) })

const project = `/projects/${PROJECT}`

export const screens: Record<RoutePattern, Screen> = {
  '/': {
    address: () => '/',
    role: 'lead',
    isOpen: true,
    main: /^projects\/programmeProjectStatus\//,
    content: /Ward staffing/,
    empty: { text: /Nothing is due/, without: without('projects') }
  },
  '/login': { address: () => '/login', content: null },
  '/register': { address: () => '/register', content: null },
  '/forgot-password': { address: () => '/forgot-password', content: null },
  '/verify': { address: () => '/verify', content: null },
  '/verify/:id': { address: () => '/verify/1-x', content: null },
  '/users': {
    address: () => '/users',
    role: 'admin',
    main: /^users\/$/,
    content: /@/,
    empty: {
      text: /No users are waiting for a decision/,
      without: reply => ({ ...reply, users: [], status_counts: [], total: 0 })
    }
  },
  '/documents': {
    address: () => '/documents',
    role: 'viewer',
    isOpen: true,
    main: /^documents\/$/,
    content: /Terms of taking part/,
    empty: { text: /No documents/, without: without('documents') }
  },
  '/organisation': {
    address: () => '/organisation',
    role: 'lead',
    isOpen: true,
    main: /^registrations$/,
    content: /Ward staffing/,
    empty: { text: /No registrations yet/, without: without('registrations') }
  },
  '/projects': {
    address: () => '/projects',
    role: 'lead',
    main: /^projects\/programmeProjectStatus\//,
    content: /Ward staffing/,
    empty: { text: /No projects in this period/, without: without('projects') }
  },
  '/projects/:projectcode': {
    address: () => project,
    role: 'lead',
    main: /^filters\/options$/,
    content: /answers? to do in/,
    empty: { text: /has nothing to enter/, without: without('organisation_submissions') }
  },
  '/projects/:projectcode/about': {
    address: () => `${project}/about`,
    role: 'viewer',
    main: /^projects\/about\/$/,
    content: /Download a calendar file/,
    empty: { text: /No description of this project yet/, without: without('abouts') }
  },
  '/projects/:projectcode/dashboard': {
    address: () => `${project}/dashboard`,
    role: 'lead',
    main: /^collections\/$/,
    content: /Median|median/,
    empty: { text: /No charts on the dashboard/, without: without('collections') }
  },
  '/projects/:projectcode/registration': {
    address: () => `${project}/registration`,
    role: 'lead',
    main: /^registrations$/,
    content: /The terms for 2026 were accepted/,
    empty: { text: /to accept|not accepted yet/, without: without('registrations') }
  },
  '/projects/:projectcode/data-collection': {
    address: () => `${project}/data-collection`,
    role: 'lead',
    main: /^questionnaires\/$/,
    content: /Establishment/,
    empty: { text: /No questionnaires in this period/, without: without('questionnaires') }
  },
  '/projects/:projectcode/data-collection/questionnaire/:ids': {
    address: find => find.section(),
    role: 'lead',
    main: /^questionnaires\/\d+\/sections\/\d+\/questions$/,
    content: /Budgeted WTE/,
    empty: { text: /There are no questions in this section/, without: without('sub_sections') }
  },
  '/projects/:projectcode/:explorertype': {
    address: () => `${project}/trends`,
    role: 'viewer',
    main: /^collections\/hierarchy$/,
    content: /\d+ measures/,
    empty: { text: /No charts yet/, without: without('collections') }
  },
  '/projects/:projectcode/:explorertype/search': {
    address: () => `${project}/results/search?q=staff`,
    role: 'viewer',
    main: /^search\/global$/,
    content: /results?\b/,
    empty: { text: /No results for/, without: reply => ({ ...reply, results: [], total: 0 }) }
  },
  '/projects/:projectcode/:explorertype/:groupname': {
    address: () => `${project}/results/establishment`,
    role: 'viewer',
    main: /^collections\/hierarchy$/,
    content: /Median/,
    empty: { text: /Group not found/, without: without('collections') }
  },
  '/projects/:projectcode/:explorertype/:groupname/detail/:id?': {
    address: find => find.chart(),
    role: 'viewer',
    main: /^data\/getChartData\//,
    content: /Calculated \d/,
    empty: { text: /No figures for|Only averages/, without: without('series') }
  },
  '/surveys/404': { address: () => '/surveys/404', content: null },
  '/surveys/:ids': { address: find => find.survey(), content: null },
  '/surveys/:ids/:casecode': {
    address: find => find.surveyCase(''),
    main: /^questionnaires\/\d+\/sections\/\d+\/questions$/,
    content: /questions/,
    empty: { text: /This survey has no questions/, without: without('sub_sections') }
  },
  '/surveys/:ids/:casecode/complete': {
    address: find => find.surveyCase('/complete'),
    main: /^questionnaires\/\d+\/sections\/\d+\/questions$/,
    // A code that nobody has used leads to the introduction.
    content: /questions/,
    empty: { never: 'an answer that was handed in had questions' }
  },
  '/surveys/:ids/:casecode/questions': {
    address: find => find.surveyCase('/questions'),
    main: /^questionnaires\/\d+\/sections\/\d+\/questions$/,
    content: /When and why/,
    empty: { text: /This survey has no questions/, without: without('sub_sections') }
  }
}
