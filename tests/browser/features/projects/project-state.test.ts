import { describe, expect, test } from 'vitest'
import {
  countOfFilter,
  dateWithMeaning,
  idleLabel,
  participation,
  projectLink,
  projectsToShow
} from '#browser/features/projects/list/projects.ts'
import type { ProjectSummary } from '#contract/projects.ts'
import { ROLE } from '#domain/people/roles.ts'
import {
  nextDeadline,
  sortByUrgency,
  needsAction,
  projectAction,
  type Viewpoint
} from '#domain/projects/project-action.ts'
import { stateWithDate, stateLabel } from '#domain/projects/project-state.ts'

const now = new Date('2026-11-20T12:00:00Z')
const lead = { roleTypeId: ROLE.lead, hasOrganisation: true }
const contributor = { roleTypeId: ROLE.contributor, hasOrganisation: true }
const viewer = { roleTypeId: ROLE.viewer, hasOrganisation: true }
const admin = { roleTypeId: ROLE.admin, hasOrganisation: false }

const project = (changes: Partial<ProjectSummary> = {}): ProjectSummary => ({
  project_id: 1,
  project_code: 'ward-staffing',
  project_name: 'Ward staffing',
  summary: 'Staffing and skill mix',
  project_status: 'collection',
  registration_opens_at: '2026-09-01T09:00:00Z',
  registration_closes_at: '2026-11-18T12:00:00Z',
  collection_opens_at: '2026-10-01T09:00:00Z',
  collection_closes_at: '2026-12-12T12:00:00Z',
  published_at: '2027-02-03T09:00:00Z',
  is_favorite: false,
  registration_id: 1,
  registration_status: 'registered',
  submission_count: 3,
  completion_percent: 64,
  explorer_types: [{ explorer_type: 'results', label: 'Results' }],
  ...changes
})

const openRegistration = {
  project_status: 'registration',
  registration_status: null,
  registration_closes_at: '2999-11-30T12:00:00Z'
} as const

describe('a project’s state in words', () => {
  test.each<[Partial<ProjectSummary>, string, string]>([
    [{}, 'Collecting until 12 Dec', '12 Dec, in 22 days'],
    [
      { project_status: 'registration', registration_closes_at: '2026-11-21T12:00:00Z' },
      'Registration open until 21 Nov',
      '21 Nov, tomorrow'
    ],
    [
      { project_status: 'validation', published_at: '2027-01-10T12:00:00Z' },
      'In validation, results from 10 Jan 2027',
      '10 Jan 2027, results expected'
    ],
    [
      { project_status: 'published', published_at: '2026-11-03T12:00:00Z' },
      'Results published 3 Nov',
      '3 Nov'
    ],
    [
      { project_status: 'published', published_at: '2026-11-03T12:00:00Z', is_published: false },
      'Not published yet',
      ''
    ],
    [
      { project_status: 'upcoming', registration_opens_at: '2026-12-01T12:00:00Z' },
      'Upcoming, opens 1 Dec',
      '1 Dec, opens'
    ],
    [{ project_status: 'closed' }, 'Closed since 12 Dec', '12 Dec'],
    [{ collection_closes_at: null }, 'Collecting', '']
  ])('%#', (changes, inBar, inList) => {
    expect(stateWithDate(project(changes), now)).toBe(inBar)
    expect(dateWithMeaning(project(changes), now)).toBe(inList)
  })
})

describe('the one main action by state (product 9)', () => {
  test.each<[Partial<ProjectSummary>, string, string | null]>([
    [{}, 'enter-data', 'Enter data'],
    [
      {
        project_status: 'registration',
        registration_status: null,
        registration_closes_at: '2999-11-30T12:00:00Z'
      },
      'register',
      'Register'
    ],
    [{ project_status: 'registration', registration_status: null }, 'none', null],
    [{ project_status: 'registration' }, 'wait', null],
    [
      { registration_status: 'withdrawn', registration_closes_at: '2999-11-30T12:00:00Z' },
      'register',
      'Register'
    ],
    [{ registration_status: null }, 'none', null],
    [{ project_status: 'validation' }, 'wait', null],
    [{ project_status: 'published' }, 'explore', 'Explore'],
    [{ project_status: 'published', explorer_types: [] }, 'none', null],
    [{ project_status: 'upcoming', registration_status: null }, 'none', null]
  ])('%#', (changes, action, label) => {
    expect(projectAction(project(changes), lead, now)).toBe(action)
    expect(projectLink(project(changes), lead)?.label ?? null).toBe(label)
  })

  test.each<[Partial<ProjectSummary>, Viewpoint, string, string]>([
    [{}, contributor, 'enter-data', ''],
    [{}, viewer, 'view-data', ''],
    [{ registration_status: null }, admin, 'choose-organisation', ''],
    [{}, { ...admin, hasOrganisation: true }, 'enter-data', ''],
    [{ ...openRegistration }, contributor, 'none', 'Your lead can register'],
    [{ ...openRegistration }, viewer, 'none', 'Your lead can register'],
    [{ ...openRegistration }, admin, 'none', ''],
    [{ ...openRegistration }, { ...admin, hasOrganisation: true }, 'register', ''],
    [{ project_status: 'validation', registration_status: null }, admin, 'none', ''],
    [{ project_status: 'published' }, viewer, 'explore', '']
  ])('nothing is offered that the server refuses the role: %#', (changes, view, action, word) => {
    expect(projectAction(project(changes), view, now)).toBe(action)
    if (action === 'none') expect(idleLabel(project(changes), view)).toBe(word)
    expect(needsAction(project(changes), view, now)).toBe(action === 'enter-data' || action === 'register')
  })

  test('between registration and collection, neither is shown as open', () => {
    const between = project({ project_status: 'registration', collection_opens_at: '2026-11-22T09:00:00Z' })
    expect(stateLabel(between, now)).toEqual({ word: 'Registration closed', tone: 'neutral' })
    expect(stateWithDate(between, now)).toBe('Registration closed, data collection from 22 Nov')
    expect(dateWithMeaning(between, now)).toBe('22 Nov, data collection opens')
  })

  test('a project without an action has a label instead', () => {
    const words = [
      { project_status: 'validation' },
      { project_status: 'registration' },
      { project_status: 'upcoming', registration_status: null }
    ] as const
    expect(words.map(changes => idleLabel(project(changes), lead))).toEqual([
      'Awaiting results',
      'Registered',
      'Not open'
    ])
  })

  test('a complete project asks nobody for anything', () => {
    expect([
      needsAction(project(), lead, now),
      needsAction(project({ completion_percent: 100 }), lead, now),
      needsAction(project({ completion_percent: 100, open_section_count: 1 }), lead, now),
      needsAction(project({ completion_percent: 90, open_section_count: 0 }), lead, now)
    ]).toEqual([true, false, true, false])
  })
})

test('a question from the programme waits in every state, for those who may answer', () => {
  const asked = project({ project_status: 'validation', completion_percent: 100, open_query_count: 2 })
  expect(projectLink(asked, contributor)).toEqual({
    label: 'Answer',
    path: '/projects/ward-staffing',
    isMain: true
  })
  expect([contributor, viewer, admin].map(view => needsAction(asked, view, now))).toEqual([
    true,
    false,
    false
  ])
  const open = project({ open_section_count: 1, open_query_count: 2 })
  expect(projectLink(open, contributor)?.label).toBe('Enter data')
})

test('an organisation takes part in the past periods that were imported for it', () => {
  const imported = project({ project_status: 'validation', registration_id: null, registration_status: null })
  const withdrawn = project({ project_status: 'validation', registration_status: 'withdrawn' })
  const none = { ...imported, submission_count: 0 }
  const all = [imported, withdrawn, none]
  expect(participation(all, { id: 1, name: 'Alder Trust', isOwn: true })).toMatch(/ 1 of 3\.$/)
  expect(all.map(one => idleLabel(one, lead))).toEqual([
    'Awaiting results',
    'Not registered',
    'Not registered'
  ])
})

test('the next deadline is the first of the project’s and the questions’, which stays when it has passed', () => {
  const asked = (
    open_query_due_at: string | null,
    project_status: 'collection' | 'validation' = 'collection'
  ) => project({ project_status, open_query_count: 2, open_query_due_at })
  expect([
    nextDeadline(asked('2026-12-03T00:00:00Z'), contributor, now),
    nextDeadline(asked('2026-12-20T00:00:00Z'), contributor, now),
    nextDeadline(asked(null), contributor, now),
    nextDeadline(asked('2026-12-03T00:00:00Z'), viewer, now),
    nextDeadline(asked('2026-11-18T00:00:00Z', 'validation'), contributor, now),
    nextDeadline(asked('2026-11-18T00:00:00Z', 'validation'), viewer, now)
  ]).toEqual([
    '2026-12-03T00:00:00Z',
    '2026-12-12T12:00:00Z',
    '2026-12-12T12:00:00Z',
    '2026-12-12T12:00:00Z',
    '2026-11-18T00:00:00Z',
    null
  ])
  const audit = { ...asked('2026-11-25T00:00:00Z', 'validation'), project_name: 'Audit' }
  expect(sortByUrgency([project(), audit], lead, now)[0]?.project_name).toBe('Audit')
})

describe('the list of projects', () => {
  const falls = project({
    project_id: 2,
    project_name: 'Falls',
    collection_closes_at: '2026-11-27T12:00:00Z'
  })
  const stay = project({
    project_id: 3,
    project_name: 'Length of stay',
    project_status: 'published',
    summary: 'By specialty'
  })
  const old = project({
    project_id: 4,
    project_name: 'Old',
    project_status: 'closed',
    is_favorite: true,
    registration_status: null,
    submission_count: 0
  })

  test('starred first, then the next deadline, then the name', () => {
    expect(
      sortByUrgency([stay, project(), falls, old], lead, now).map(({ project_name }) => project_name)
    ).toEqual(['Old', 'Falls', 'Ward staffing', 'Length of stay'])
    const numbered = ['Audit 10', 'audit 2'].map(project_name => ({ ...stay, project_name }))
    expect(sortByUrgency(numbered, lead, now).map(({ project_name }) => project_name)).toEqual([
      'audit 2',
      'Audit 10'
    ])
  })

  test('filters and every word of the search', () => {
    const all = [stay, project(), falls, old]
    expect(countOfFilter(all, 'results', lead)).toBe(2)
    expect(countOfFilter(all, 'all', lead)).toBe(4)
    expect(projectsToShow(all, 'results', 'SPEC stay', lead).map(({ project_id }) => project_id)).toEqual([3])
    expect(projectsToShow(all, 'all', 'nothing like it', lead)).toEqual([])
    expect(participation(all, { id: 1, name: 'Alder Trust', isOwn: true })).toBe(
      'Your organisation takes part in 3 of 4.'
    )
    expect(participation(all, { id: 1, name: 'Alder Trust', isOwn: false })).toBe(
      'Alder Trust takes part in 3 of 4.'
    )
    expect(participation(all, null)).toBe('4 projects in this period.')
  })
})
