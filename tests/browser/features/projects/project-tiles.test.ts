import { expect, test } from 'vitest'
import { newResults } from '#browser/features/home/dates.ts'
import { tilesOf, type OpenWorkLeft } from '#browser/features/projects/home/tiles.ts'
import type { ProjectSummary } from '#contract/projects.ts'
import { ROLE } from '#domain/people/roles.ts'
import type { Viewpoint } from '#domain/projects/project-action.ts'

const now = new Date('2026-11-20T12:00:00Z')
const lead: Viewpoint = { roleTypeId: ROLE.lead, hasOrganisation: true }
const admin: Viewpoint = { roleTypeId: ROLE.admin, hasOrganisation: true }

const project = (fields: Partial<ProjectSummary> = {}): ProjectSummary => ({
  project_id: 1,
  project_code: 'falls',
  project_name: 'Falls',
  summary: '',
  project_status: 'collection',
  registration_opens_at: '2026-08-01T12:00:00Z',
  registration_closes_at: '2026-10-01T12:00:00Z',
  collection_opens_at: '2026-10-02T12:00:00Z',
  collection_closes_at: '2026-12-12T12:00:00Z',
  published_at: '2027-02-03T12:00:00Z',
  is_favorite: false,
  registration_id: 1,
  registration_status: 'registered',
  submission_count: 3,
  completion_percent: 40,
  explorer_types: [{ explorer_type: 'results', label: 'Results' }],
  ...fields
})

const lines = (
  fields: Partial<ProjectSummary>,
  view = lead,
  left: OpenWorkLeft | null = { answers: 132, sections: 4, isOpen: true }
) =>
  tilesOf(project(fields), view, left, now).map(
    tile => `${tile.path === null ? '(closed) ' : ''}${tile.isNow ? '(now) ' : ''}${tile.name}: ${tile.text}`
  )

test('while data are collected', () => {
  expect(lines({})).toEqual([
    'About: Questions, dates, contacts',
    'Registration: 3 submissions registered',
    '(now) Data collection: 40% answered',
    'Results: Provisional figures, final from 3 Feb 2027',
    'Dashboard: Where you stand out'
  ])
  expect(lines({}, lead, { answers: 0, sections: 0, isOpen: false })[2]).toBe(
    'Data collection: Every section is complete'
  )
})

test('no step is done while a section of one’s own is open, in whichever phase the project is', () => {
  const percentOf = (fields: Partial<ProjectSummary>, left: OpenWorkLeft) =>
    tilesOf(project(fields), lead, left, now).find(({ name }) => name === 'Data collection')?.percent
  const open = { answers: 0, sections: 1, isOpen: true }
  for (const project_status of ['collection', 'validation', 'published'] as const) {
    expect(percentOf({ project_status, completion_percent: 100 }, open)).toBe(99)
    expect(lines({ project_status, completion_percent: 100 }, lead, open)[2]).toBe(
      '(now) Data collection: 99% answered'
    )
  }
  expect(percentOf({ completion_percent: 100 }, { ...open, sections: 0 })).toBe(100)
})

test('before collection the figures are closed, with the day from which they are not', () => {
  const open = {
    project_status: 'registration',
    registration_status: null,
    registration_closes_at: '2026-11-27T17:00:00Z',
    collection_opens_at: '2026-12-01T12:00:00Z'
  } as const
  expect(lines(open).slice(1)).toEqual([
    '(now) Registration: Not registered yet',
    '(closed) Data collection: Closed until 1 Dec, when collection opens',
    '(closed) Results: Closed until 1 Dec: no figures before collection opens',
    '(closed) Dashboard: Closed: no figures before collection opens'
  ])
  expect(lines({ ...open, registration_status: 'draft' })[1]).toBe(
    '(now) Registration: Started, not confirmed'
  )
})

test('what was imported for a past period is read without a registration', () => {
  const imported = {
    project_status: 'published',
    registration_id: null,
    registration_status: null,
    collection_closes_at: '2026-11-12T12:00:00Z'
  } as const
  expect(lines(imported, lead, null)).toContain('Data collection: Closed on 12 Nov')
  expect(lines({ ...imported, submission_count: 0 }, lead, null)).toContain(
    '(closed) Data collection: Closed: not registered in this period'
  )
})

test('who is not registered finds it closed with the reason; an admin can still act', () => {
  const late = { registration_status: null } as const
  expect(lines(late).slice(1, 3)).toEqual([
    '(closed) Registration: Registration closed on 1 Oct.',
    '(closed) Data collection: Closed: not registered in this period'
  ])
  expect(lines(late, admin)[1]).toBe('Registration: Registration closed on 1 Oct.')
  const early = {
    ...late,
    registration_opens_at: '2026-12-01T12:00:00Z',
    project_status: 'upcoming'
  } as const
  expect(lines(early)[1]).toBe('(closed) Registration: Registration opens on 1 Dec.')
  expect(lines({ registration_status: 'withdrawn' })[1]).toBe('Registration: Withdrawn')
})

const closed = { answers: 0, sections: 0, isOpen: false }

test('while figures are checked, and when they are published', () => {
  expect(
    lines({ project_status: 'validation', collection_closes_at: '2026-11-10T12:00:00Z' }, lead, closed).slice(
      2
    )
  ).toEqual([
    'Data collection: Closed on 10 Nov',
    'Results: Provisional figures while they are checked, final from 3 Feb 2027',
    'Dashboard: Where you stand out'
  ])
  expect(lines({ project_status: 'published', published_at: '2026-11-19T12:00:00Z' })[3]).toBe(
    'Results: Published 19 Nov'
  )
})

test('a question from the programme is something to do once nothing else is', () => {
  const validated = { project_status: 'validation', open_query_count: 1 } as const
  const done = { answers: 0, sections: 0, isOpen: false }
  expect(lines(validated, lead, done)).toContain('(now) Data collection: 1 question from the programme')
  expect(lines(validated, admin, done).join()).not.toContain('question')
  expect(lines({ open_query_count: 1 }).join()).not.toContain('question')
})

test('a date of publication that has passed does not mean that anything is published', () => {
  const published = { project_status: 'published', published_at: '2026-11-15T12:00:00Z' } as const
  const resultsTile = (fields: Partial<ProjectSummary>): string | undefined =>
    lines({ ...published, ...fields })[3]
  expect(resultsTile({ is_published: true })).toBe('Results: Published 15 Nov')
  expect(resultsTile({ is_published: false })).toBe('Results: Not published yet')
  expect(resultsTile({ is_published: false, project_status: 'closed' })).toBe('Results: Not published yet')
})

test('results are new once there is an edition', () => {
  const found = (is_published: boolean): number => {
    const published = project({
      project_status: 'published',
      published_at: '2026-11-15T12:00:00Z',
      is_published
    })
    const period = { time_period_id: 1, time_period_name: '2026' }
    return newResults([{ project: published, period }], now).length
  }
  expect(found(true)).toBe(1)
  expect(found(false)).toBe(0)
})
