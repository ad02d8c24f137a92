// @vitest-environment node
// Every screen of the table while its content is on its way, when it cannot be loaded, when there is none, and with it. A new address needs its
// line here. The network stands between: calls of the screen's main operation are held, answered with a failure, or answered with nothing in them.
import '../support/page.ts'
import 'fake-indexeddb/auto'
import { act, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { configureTransport } from '#api/transport.ts'
import { routes } from '#app/routes.ts'
import { useIsland } from '../support/island.tsx'
import { makeCase } from '../support/cases.ts'
import { cellOf, chartNamed, ownSubmission } from '../support/seeded.ts'
import { useServer, type Role } from '../support/server.ts'

const server = useServer()
const { start } = useIsland(server)
const patient = { timeout: 6000 }

type Json = Record<string, unknown>

interface States {
  address: () => string | Promise<string>
  role?: Role
  /** The calls that bring the content, by their path. */
  main: RegExp
  content: RegExp
  /** What stands there without content, and what an answer without content is; null, with why, where there is always some. */
  empty: { text: RegExp; without: (reply: Json) => Json } | { never: string }
}

/** A form, or a word that needs no answer. */
const NOTHING_LOADS = 'nothing is loaded before it is shown'

const without =
  (...fields: string[]) =>
  (reply: Json): Json => ({ ...reply, ...Object.fromEntries(fields.map(field => [field, []])) })

const project = '/projects/ward-staffing'

async function sectionAddress(): Promise<string> {
  const submission = await ownSubmission(server, 'ward-staffing', '2026')
  const { questionnaire_id, section_id } = await cellOf(server, submission, 'Budgeted WTE', 'Band 5')
  return `${project}/data-collection/questionnaire/${questionnaire_id}-${submission}-${section_id}`
}

const surveyAddress = (end: string) => async () => {
  const { ids, code } = await makeCase(server)
  return `/surveys/${ids}/${code}${end}`
}

const states: Record<string, States | typeof NOTHING_LOADS> = {
  '/': {
    address: () => '/',
    role: 'lead',
    main: /^projects\/programmeProjectStatus\//,
    content: /Ward staffing/,
    empty: { text: /Nothing is due/, without: without('projects') }
  },
  '/login': NOTHING_LOADS,
  '/register': NOTHING_LOADS,
  '/forgot-password': NOTHING_LOADS,
  '/verify': NOTHING_LOADS,
  '/verify/:id': NOTHING_LOADS,
  '/users': {
    address: () => '/users',
    role: 'admin',
    main: /^users\/$/,
    content: /@/,
    empty: {
      text: /Nobody is waiting for a decision/,
      without: reply => ({ ...reply, users: [], status_counts: [], total: 0 })
    }
  },
  '/documents': {
    address: () => '/documents',
    role: 'viewer',
    main: /^documents\/$/,
    content: /Terms of taking part/,
    empty: { text: /No documents/, without: without('documents') }
  },
  '/organisation': {
    address: () => '/organisation',
    role: 'lead',
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
    content: /Dates are in your time zone/,
    empty: { text: /Nothing is written about this project yet/, without: without('abouts') }
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
    address: sectionAddress,
    role: 'lead',
    main: /^questionnaires\/\d+\/sections\/\d+\/questions$/,
    content: /Budgeted WTE/,
    empty: { text: /There are no questions in this section/, without: without('sub_sections') }
  },
  '/projects/:projectcode/:explorertype': {
    address: () => `${project}/trends`,
    role: 'viewer',
    main: /^collections\/hierarchy$/,
    content: /\d+ charts/,
    empty: { text: /No charts yet/, without: without('collections') }
  },
  '/projects/:projectcode/:explorertype/search': {
    address: () => `${project}/results/search?q=staff`,
    role: 'viewer',
    main: /^search\/global$/,
    content: /results?\b/,
    empty: { text: /Nothing found for/, without: reply => ({ ...reply, results: [], total: 0 }) }
  },
  '/projects/:projectcode/:explorertype/:groupname': {
    address: () => `${project}/results/establishment`,
    role: 'viewer',
    main: /^collections\/hierarchy$/,
    content: /Median/,
    empty: { text: /Group not found/, without: without('collections') }
  },
  '/projects/:projectcode/:explorertype/:groupname/detail/:id?': {
    address: async () =>
      `${project}/results/establishment/detail/${await chartNamed(server, 'Vacancy rate')}`,
    role: 'viewer',
    main: /^data\/getChartData\//,
    content: /Calculated \d/,
    empty: { text: /No figures for|Only averages/, without: without('series') }
  },
  '/surveys/404': NOTHING_LOADS,
  '/surveys/:ids': NOTHING_LOADS,
  '/surveys/:ids/:casecode': {
    address: surveyAddress(''),
    main: /^questionnaires\/\d+\/sections\/\d+\/questions$/,
    content: /questions/,
    empty: { text: /This survey has no questions/, without: without('sub_sections') }
  },
  '/surveys/:ids/:casecode/complete': {
    address: surveyAddress('/complete'),
    main: /^questionnaires\/\d+\/sections\/\d+\/questions$/,
    content: /./,
    empty: { never: 'an answer that was handed in had questions' }
  },
  '/surveys/:ids/:casecode/questions': {
    address: surveyAddress('/questions'),
    main: /^questionnaires\/\d+\/sections\/\d+\/questions$/,
    content: /When and why/,
    empty: { text: /This survey has no questions/, without: without('sub_sections') }
  }
}

type Weather = 'held' | 'failing' | 'empty' | 'fair'
let weather: Weather = 'fair'
let release = (): void => {}
let pending = 0

/** Stands between the page and the server, for the main operation alone. */
function standBetween({ main, empty }: States): void {
  const gate = new Promise<void>(resolve => (release = resolve))
  configureTransport({
    apiBase: 'http://api.example',
    fetch: async (input, init) => {
      const path = new URL((input as Request).url).pathname.replace('/api/v1/', '')
      if (!main.test(path)) return server.fetch(input, init)
      pending += 1
      try {
        return await answered(input, init)
      } finally {
        pending -= 1
      }
    }
  })
  const answered: typeof fetch = async (input, init) => {
    if (weather === 'held') await gate
    if (weather === 'failing') return Response.json({ detail: 'The database is asleep.' }, { status: 500 })
    const response = await server.fetch(input, init)
    if (weather !== 'empty' || !('without' in empty)) return response
    return Response.json(empty.without((await response.json()) as Json))
  }
}

const main = () => document.querySelector('main')!
const isWaiting = () =>
  main().querySelector(
    '[role="status"]:is([aria-label^="Loading"], [aria-label="Searching"]), [aria-busy="true"], [role="progressbar"]'
  ) !== null
const shows = (text: RegExp) => waitFor(() => expect(main().textContent).toMatch(text), patient)

async function open(row: States, now: Weather): Promise<void> {
  // The island's clock stands still, while the answers of a survey count real milliseconds.
  if (row.role === undefined) vi.useRealTimers()
  weather = now
  standBetween(row)
  await start(await row.address(), row.role)
}

afterEach(() => release())

test('every address has its line', () => {
  expect(Object.keys(states)).toEqual(routes.map(({ pattern }) => pattern))
})

const loading = Object.entries(states).filter(
  (entry): entry is [string, States] => entry[1] !== NOTHING_LOADS
)

describe.each(loading)('%s', (_, row) => {
  test('on its way, then there', async () => {
    await open(row, 'held')
    await waitFor(() => expect(isWaiting()).toBe(true), patient)
    expect(main().textContent).not.toMatch(row.content)
    await act(async () => release())
    await shows(row.content)
  })

  test('not to be loaded, said with the reason, and there after another try', async () => {
    await open(row, 'failing')
    const retry = await waitFor(() => {
      expect(pending).toBe(0)
      const [alert] = within(main()).getAllByRole('alert')
      expect(alert?.textContent).toContain('The database is asleep.')
      return within(main()).getAllByRole('button', { name: /^Try again/ })[0]!
    }, patient)
    weather = 'fair'
    await act(async () => retry.click())
    await shows(row.content)
  })

  test.runIf('text' in row.empty)('nothing there, said in words', async () => {
    await open(row, 'empty')
    if ('text' in row.empty) await shows(row.empty.text)
  })
})
