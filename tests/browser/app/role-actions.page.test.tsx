// Role by screen by moment: whatever a screen offers, the server accepts from that role. An offer that is not known here fails the test, so that a
// new one is tied to its call.

import { act } from '@testing-library/react'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { $organisations, $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { $project } from '#browser/stores/projects.ts'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { $selectedTimePeriod, selectTimePeriod } from '#browser/stores/time-periods.ts'
import { listCaseCodes } from '#contract/case-codes.ts'
import { getCollectionHierarchy } from '#contract/charts.ts'
import { listOrganisationProgress } from '#contract/organisation-progress.ts'
import { getSectionQuestions, listQuestionnaires } from '#contract/questionnaires.ts'
import { createRegistration, listRegistrations, updateRegistration } from '#contract/registrations.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { getCurrentUser } from '#contract/users.ts'
import { paths } from '#programme/paths.ts'
import { arrival, settle } from '#tests/support/arrival.ts'
import { useIsland } from '#tests/support/island.tsx'
import { DAY, moments, peopleAt } from '#tests/support/role-moments.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)
interface Place {
  project_id: number
  time_period_id: number
}

const projectOf = async (href: string): Promise<Place> => ({
  project_id: await projectCoded(server, href.split('/')[2] ?? ''),
  // The home page leads to other periods as well.
  time_period_id: Number(new URL(href, location.href).searchParams.get('tp') ?? $selectedTimePeriod.get()!.id)
})

function sectionOf(href: string) {
  const [questionnaire_id, submission_id, section_id] = /(\d+)-(\d+)-(\d+)/.exec(href)!.slice(1).map(Number)
  return { questionnaire_id: questionnaire_id!, submission_id: submission_id!, section_id: section_id! }
}

const save = async (place: ReturnType<typeof sectionOf>, token: string) =>
  (
    await server.call(
      saveSection,
      { body: { ...place, client_change_id: crypto.randomUUID(), action: 'save', answers: [] } },
      token
    )
  ).status

/** Whether something can be entered behind the link to the hub. */
async function enterAnything(href: string, token: string): Promise<number> {
  const place = await projectOf(href)
  const submission_id = await firstSubmission(place)
  const { body } = await server.call(listQuestionnaires, { query: { ...place, submission_id } }, token)
  return body.questionnaires.some(one => !one.is_locked) ? 200 : 423
}

async function firstSubmission({ project_id, time_period_id }: Place): Promise<number> {
  const row = await server.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .where('time_period_id', '=', time_period_id)
    .where('organisation_id', '=', $selectedOrganisationId.get())
    .orderBy('submission_id')
    .executeTakeFirstOrThrow()
  return row.submission_id
}

async function register(href: string, token: string): Promise<number> {
  const body = {
    ...(await projectOf(href)),
    organisation_id: $selectedOrganisationId.get(),
    scope_ids: [],
    terms_accepted: false
  }
  const { status, body: made } = await server.call(createRegistration, { body }, token)
  if (status === 200)
    await server.database
      .deleteFrom('registrations')
      .where('registration_id', '=', made.registration_id)
      .execute()
  return status
}

/** A link is known by its address, an organisation by its name. */
type Check = (target: string, token: string) => Promise<number>
const readOnly: Check = async () => 200

async function openSection(href: string, token: string): Promise<number> {
  const { section_id, questionnaire_id, submission_id } = sectionOf(href)
  const params = { id: questionnaire_id, sid: section_id }
  return (await server.call(getSectionQuestions, { params, query: { submission_id } }, token)).status
}

/** By the words of the offer, the first that fits. */
const links: [pattern: RegExp, check: Check][] = [
  [/^(Register for|Register:)/, register],
  [/^Enter data/, enterAnything],
  // The table of everyone's progress, where reminders are sent from.
  [
    /^(Progress|Remind \d|Open: )/,
    async (href, token) =>
      (await server.call(listOrganisationProgress, { query: await projectOf(href) }, token)).status
  ],
  [/^(Sign off: |Invite a lead|See all \d|All projects)/, readOnly],
  [/^Continue (the )?registration/, register],
  [/^(Start|Continue|Check|Complete|Check and complete)\b/, (href, token) => save(sectionOf(href), token)],
  [/^View: |^Print |^[A-Z].* for |^[A-Z][^:]*, /, openSection],
  [
    /^Explore/,
    async (href, token) => {
      const query = { ...(await projectOf(href)), explorer_type: href.split('/')[3]!.split('?')[0]! }
      return (await server.call(getCollectionHierarchy, { query }, token)).status
    }
  ],
  [/^(View data|Data collection|Back to data collection|Results: |Next section:|Previous section:)/, readOnly]
]

/** In the table of everyone's progress, organisations and cells lead to a section. */
const progressLinks: [pattern: RegExp, check: Check][] = [[/./, openSection]]
const isProgress = (element: Element): boolean =>
  element.closest('table')?.caption?.textContent?.startsWith('Progress in each section') === true

const shownRegistration = () => ({
  project_id: $project.get()!.project_id,
  time_period_id: $selectedTimePeriod.get()!.id,
  organisation_id: $selectedOrganisationId.get()
})

const buttons: [pattern: RegExp, check: Check][] = [
  [
    /^(Star |Mine$|Answer several|Nothing to report…|Select the \d|Accept \d+…|See acceptance…|Correction windows…|(Not started|In progress|Complete|Signed off)\d|Export$|Who was reminded|Mark all as seen$|Progress$|Enter data$|By (submission|person)$|Guidance|Show all|Show the|Show missing answers|All|Needs action|Results|Workbook|Download answers|Print|Keyboard|Keys)/,
    readOnly
  ],
  [
    /^Manage codes/,
    async (_, token) => {
      const place = { project_id: $project.get()!.project_id, time_period_id: $selectedTimePeriod.get()!.id }
      const submission_id = $selectedSubmissionId.get()
      const { body } = await server.call(listQuestionnaires, { query: { ...place, submission_id } }, token)
      const { questionnaire_id } = body.questionnaires.find(one => one.questionnaire_type === 'case')!
      return (
        await server.call(listCaseCodes, { query: { questionnaire_id, submission_id, limit: 10 } }, token)
      ).status
    }
  ],
  [/^Show \d/, readOnly],
  [
    /^(Add |Change |Copy |Remove |Confirm registration|Withdraw registration|Register again)/,
    async (_, token) => {
      const { body } = await server.call(listRegistrations, { query: shownRegistration() }, token)
      const params = { id: body.registrations[0]!.registration_id }
      return (await server.call(updateRegistration, { params, body: {} }, token)).status
    }
  ],
  [
    /^(Mark complete|Reopen|Not applicable|Not available)/,
    (_, token) => save(sectionOf(location.pathname), token)
  ]
]

/** An admin chooses the organisation to act for; the data collection and registration screens then read its registration. */
const organisations: [pattern: RegExp, check: Check][] = [
  [
    /./,
    async (name, token) => {
      const all = $organisations.get()
      const chosen = all.state === 'ready' && all.value.find(one => one.organisation_name === name)
      if (!chosen) return 404
      const query = { ...shownRegistration(), organisation_id: chosen.id }
      return (await server.call(listRegistrations, { query }, token)).status
    }
  ]
]

const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
/** A row of the hub names its section twice: by the name and by the verb. */
const isPlainName = (element: Element, names: readonly string[]): boolean =>
  names.some(name => name.endsWith(`: ${nameOf(element)}`))

/** What the page offers, with what the server says to it. */
async function offersOf(token: string): Promise<string[]> {
  await settle()
  const main = document.querySelector('main')!
  const anchors = [...main.querySelectorAll('a[href^="/projects/"]')]
  const names = anchors.map(nameOf)
  const offers = anchors
    .filter(anchor =>
      /\/(registration|data-collection)|\/(results|trends)/.test(anchor.getAttribute('href') ?? '')
    )
    .filter(anchor => !isPlainName(anchor, names) && !anchor.closest('nav'))
    .map(anchor => ({
      name: nameOf(anchor),
      href: anchor.getAttribute('href') ?? '',
      table: isProgress(anchor) ? progressLinks : links
    }))
  const pressed = [...main.querySelectorAll('button:not([disabled])')]
    .filter(button => !button.closest('table, [role="grid"], form'))
    .map(button =>
      button.closest('section[aria-label="Organisations"]')
        ? { name: nameOf(button), href: nameOf(button), table: organisations }
        : { name: nameOf(button), href: '', table: buttons }
    )
  const said: string[] = []
  await act(async () => {
    for (const { name, href, table } of [...offers, ...pressed]) {
      const check = table.find(([pattern]) => pattern.test(name))?.[1]
      said.push(`${name}: ${check ? await check(href, token) : 'an offer that this test does not know'}`)
    }
  })
  return said
}

const refused = (said: readonly string[]): string[] => said.filter(line => !line.endsWith(': 200'))

async function ownOrganisation(): Promise<number> {
  const { body } = await server.call(getCurrentUser, {}, await server.tokenOf('lead'))
  return body.organisation_id!
}

/** A section of the demo accounts' first submission. */
async function sectionAddress(): Promise<string> {
  const submissionId = await ownSubmission(server, 'ward-staffing', '2026')
  const row = await server.database
    .selectFrom('sections as c')
    .innerJoin('questionnaires as q', join =>
      join
        .onRef('q.programme_id', '=', 'c.programme_id')
        .onRef('q.questionnaire_id', '=', 'c.questionnaire_id')
    )
    .select(['c.section_id', 'c.questionnaire_id'])
    .where('c.programme_id', '=', 1)
    .where('q.questionnaire_type', '=', 'standard')
    .where('q.project_id', '=', await projectCoded(server, 'ward-staffing'))
    .orderBy('c.section_id')
    .executeTakeFirstOrThrow()
  return paths.section('ward-staffing', row.questionnaire_id, submissionId, row.section_id)
}

afterAll(() => {
  server.clock.now = NOON
})

describe.each(Object.entries(moments))('%s', (moment, { days, isLastPeriod }) => {
  test.each(peopleAt(moment))(
    '%s is offered only what is accepted',
    async (_name, role, choosesOrganisation) => {
      server.clock.now = new Date(NOON.getTime() + days * DAY)
      vi.setSystemTime(server.clock.now)
      const token = await server.tokenOf(role)
      const addresses = [
        '/',
        '/projects',
        '/projects/ward-staffing',
        '/projects/ward-quality',
        '/projects/ward-staffing/data-collection',
        '/projects/ward-staffing/registration',
        '/projects/ward-quality/registration'
      ]
      await start(addresses[0]!, role)
      await settle()
      if (isLastPeriod) await act(async () => selectTimePeriod(await periodNamed(server, '2025')))
      if (choosesOrganisation) await act(async () => $selectedOrganisationId.set(await ownOrganisation()))
      addresses.push(await sectionAddress())
      const said: string[] = []
      for (const address of addresses) {
        await act(async () => navigate(address))
        await arrival(address)
        said.push(...(await offersOf(token)).map(line => `${address}  ${line}`))
      }
      expect(refused(said)).toEqual([])
      if (isLastPeriod) expect(said.join('\n')).toContain('Explore')
      if (role === 'admin' && !choosesOrganisation)
        expect(said).toContain('/projects/ward-staffing/registration  Ashdown General: 200')
      if (role === 'viewer') expect(said.join('\n')).not.toMatch(/Enter data|Register|Start|Continue/)
    }
  )
})
