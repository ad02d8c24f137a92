// What could not be sent waits on the device: the login page says so, and it is sent after the next login, whichever page that leads to.

import '#tests/support/indexed-db.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { decodeClaims } from '#browser/api/token.ts'
import { $view } from '#browser/app/view.ts'
import { sendUnsentAnswers } from '#browser/features/data-collection/unsent-answers.ts'
import { nameEdit } from '#browser/section/state/edit-clock.ts'
import { BLANK_ANSWER } from '#browser/section/state/merge.ts'
import type { DraftScope } from '#browser/section/sync/draft-database.ts'
import { openDrafts } from '#browser/section/sync/drafts.ts'
import { listUnsentSections } from '#browser/section/sync/unsent-sections.ts'
import { fieldId } from '#browser/section/table/cell-id.ts'
import { logOut } from '#browser/stores/session.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { settle } from '#tests/support/arrival.ts'
import { useIsland } from '#tests/support/island.tsx'
import { goOffline } from '#tests/support/offline.ts'
import { pageConfig } from '#tests/support/page-config.ts'
import { eventually } from '#tests/support/patience.ts'
import { strokeKeys } from '#tests/support/section-form.tsx'
import { cellOf, ownSubmission, type SeededCell } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)
const { start, stops } = island

async function leave(): Promise<void> {
  await act(async () => {
    for (const stop of stops.splice(0)) stop()
    cleanup()
    logOut()
    $toasts.set([])
    $view.set({ is: 'starting' })
  })
}

/** Whether the browser asks before it reloads or closes the page. */
const asksBeforeReload = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Types a number into a cell of the contributor's ward without a connection. Returns what the server holds there, and the way back online. */
async function typeOffline(value: string) {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const { place, questionnaire_id, section_id } = await cellOf(
    server,
    ward,
    'Day shift, actual hours',
    'Band 6'
  )
  await start(
    `/projects/ward-staffing/data-collection/questionnaire/${questionnaire_id}-${ward}-${section_id}`,
    'contributor'
  )
  const field = await waitFor(() => {
    const found = document.getElementById(fieldId(cellKey(place)))
    expect(found).not.toBeNull()
    return found!
  })
  const goOnline = goOffline(server)
  await act(async () => field.focus())
  expect(asksBeforeReload()).toBe(false)
  await act(async () => {
    strokeKeys(value.charAt(0))
    // A reload is a task of its own: what this one has queued runs before it.
    await Promise.resolve()
    expect(asksBeforeReload(), 'before the first key is stored on the device').toBe(true)
    strokeKeys(...value.slice(1), 'Enter')
  })
  await eventually(() =>
    expect(screen.getByRole('group', { name: 'Saving' }).textContent).toMatch(/1 answer kept on this device$/)
  )
  const stored = async (): Promise<unknown> => {
    const row = await server.database
      .selectFrom('answers')
      .select('value')
      .where('programme_id', '=', 1)
      .where('submission_id', '=', ward)
      .where('question_id', '=', place.question_id)
      .where('row_id', '=', place.row_id)
      .where('column_id', '=', place.column_id)
      .executeTakeFirst()
    return row?.value
  }
  return { stored, goOnline }
}

const toastTexts = () => $toasts.get().map(({ text }) => text)

test('an answer that waits on the device is counted at the login and sent after it', async () => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
  const { stored, goOnline } = await typeOffline('731')
  await leave()
  goOnline()
  expect(await stored()).not.toBe(731)

  await start('/login')
  expect(
    await screen.findByText(/^1 answer on this device has not been sent\. Log in with the account/)
  ).toBeTruthy()
  await leave()

  // Another person on the same computer neither sends it nor is told what it is.
  await start('/projects', 'lead')
  await screen.findByRole('heading', { name: 'Projects' })
  await settle()
  expect(await stored()).not.toBe(731)
  expect(toastTexts()).toEqual([])
  await leave()

  await start('/projects', 'contributor')
  await eventually(() => expect(toastTexts()).toEqual(['1 answer kept on this device was sent.']))
  expect(await stored()).toBe(731)
  await leave()

  await start('/login')
  await screen.findByRole('heading', { name: 'Log in' })
  await settle()
  expect(screen.queryByText(/on this device/)).toBeNull()
})

test('answers left behind in a section are sent in the same visit, once the server can be reached', async () => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
  const { stored, goOnline } = await typeOffline('732')
  await act(async () => navigate('/projects'))
  const leaving = await screen.findByRole('button', { name: 'Leave' })
  await act(async () => leaving.click())
  await eventually(() =>
    expect(toastTexts()).toEqual([
      '1 answer is kept on this device. We will send it when the server can be reached.'
    ])
  )
  goOnline()
  await act(async () => void dispatchEvent(new Event('online')))
  await eventually(() => expect(toastTexts()).toContain('1 answer kept on this device was sent.'))
  expect(await stored()).toBe(732)
})

/** Keeps answers of the contributor on the device, as an earlier visit left them. Returns the section's scope. */
async function keepDrafts(submissionId: number, section: SeededCell, texts: Record<string, string>) {
  const scope = {
    programmeCode: pageConfig.programmeCode,
    user: decodeClaims(await server.tokenOf('contributor'))?.sub ?? '',
    questionnaireId: section.questionnaire_id,
    submissionId,
    sectionId: section.section_id
  }
  const drafts = Object.entries(texts).map(([key, text], number) => ({
    key,
    edit: nameEdit(1, number, 'tab'),
    tab: 'tab',
    text,
    answer: { ...BLANK_ANSWER, value: text },
    base: BLANK_ANSWER,
    base_version: 0,
    own_version: 0,
    sent: []
  }))
  expect(await openDrafts(scope).write(drafts)).toMatchObject({ ok: true })
  return scope
}

const discard = (scope: DraftScope, ...keys: string[]) =>
  openDrafts(scope).acknowledge(keys.map(key => ({ key, edit: nameEdit(2, 0, 'tab'), version: 0 })))

const GONE = '999999:1:1'
const GONE_TEXT = /^1 answer kept on this device was not sent\. Open the section “.+” to check it\.$/

test('an answer whose question is gone was not sent, and the section says what to do', async () => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
  const submissionId = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, submissionId, 'Day shift, actual hours', 'Band 6')
  const scope = await keepDrafts(submissionId, cell, { [GONE]: '12' })
  await start('/projects', 'contributor')
  await eventually(() => expect(toastTexts()).toEqual([expect.stringMatching(GONE_TEXT)]))
  await discard(scope, GONE)
})

test('an answer that another one hides waits unseen until it is shown again', async () => {
  // Its section is open, and nobody has said yet that rosters are electronic.
  const ward = await ownSubmission(server, 'ward-staffing', '2026', 2)
  const system = await cellOf(server, ward, 'Name of the roster system')
  const hidden = { [cellKey(system.place)]: 'too long '.repeat(10) }
  const reads = () => island.calls.filter(path => path.endsWith(`sections/${system.section_id}/questions`))
  const scope = await keepDrafts(ward, system, { ...hidden, [GONE]: '12' })
  await start('/projects', 'contributor')
  await eventually(() => expect(toastTexts()).toEqual([expect.stringMatching(GONE_TEXT)]))
  await leave()

  await discard(scope, GONE)
  island.calls.length = 0
  await start('/projects', 'contributor')
  await eventually(() => expect(reads()).toHaveLength(1))
  await act(async () => navigate('/projects/ward-staffing'))
  await pause(1500)
  expect(reads()).toHaveLength(1)
  expect(toastTexts()).toEqual([])
  await discard(scope, ...Object.keys(hidden))
})

test('whoever logs out while answers are sent leaves no message to the next user', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026', 2)
  const cell = await cellOf(server, ward, 'Name of the roster system')
  const scope = await keepDrafts(ward, cell, { '999998:1:1': '12' })
  await start('/projects', 'contributor')
  const sections = (await listUnsentSections(pageConfig.programmeCode)).filter(
    ({ user }) => user === scope.user
  )
  expect(sections).toHaveLength(1)
  $toasts.set([])
  const sending = sendUnsentAnswers(sections, { sections: new Map(), isWaiting: false })
  await act(async () => logOut())
  expect(await sending).toBe(false)
  expect(toastTexts()).toEqual([])
  await discard(scope, '999998:1:1')
})

test('a section that can no longer be opened is told of once', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026', 2)
  const cell = await cellOf(server, ward, 'Name of the roster system')
  const scope = await keepDrafts(ward, { ...cell, section_id: 999_999 }, { [GONE]: '12', '999998:1:1': '13' })
  const reads = () => island.calls.filter(path => path.endsWith('sections/999999/questions'))
  await start('/projects', 'contributor')
  await eventually(() =>
    expect(toastTexts()).toEqual([
      '2 answers on this device can no longer be sent: you can no longer open the section that they belong to.'
    ])
  )
  await leave()
  island.calls.length = 0
  await start('/projects', 'contributor')
  await eventually(() => expect(reads()).toHaveLength(1))
  await pause(500)
  expect(toastTexts()).toEqual([])
  await discard(scope, GONE, '999998:1:1')
})

test('looking for unsent answers leaves no connection to the storage open', async () => {
  const open = vi.spyOn(indexedDB, 'open')
  const close = vi.spyOn(IDBDatabase.prototype, 'close')
  await listUnsentSections(pageConfig.programmeCode)
  await listUnsentSections(pageConfig.programmeCode)
  expect(open).toHaveBeenCalledTimes(2)
  expect(close).toHaveBeenCalledTimes(2)
})

test('an error does not end the sending for the rest of the visit', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026', 2)
  const cell = await cellOf(server, ward, 'Name of the roster system')
  const scope = await keepDrafts(ward, cell, { '999997:1:1': '12' })
  const { BroadcastChannel } = globalThis
  const failing = vi.fn<() => void>(() => {
    throw new Error('No channel')
  })
  vi.stubGlobal('BroadcastChannel', failing)
  await start('/projects', 'contributor')
  await eventually(() => expect(failing).toHaveBeenCalled())
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  await act(async () => navigate('/documents'))
  await eventually(() => expect(toastTexts()).toEqual([expect.stringMatching(GONE_TEXT)]))
  await discard(scope, '999997:1:1')
})
