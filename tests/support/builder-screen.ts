// Drives the questionnaire builder with questionnaires of a test's own, opened by an admin.

import { setTimeout as pause } from 'node:timers/promises'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import { $sending } from '#browser/questionnaire-builder/changes.ts'
import { closeEdits } from '#browser/questionnaire-builder/edits.ts'
import { questionnaireHistory } from '#browser/questionnaire-builder/guarded-change.ts'
import type { InputOf } from '#contract/endpoint.ts'
import {
  createStructure,
  getStructure,
  listStructures,
  type Structure
} from '#contract/questionnaire-structures.ts'
import { type } from './account-screens.ts'
import { useIsland, type Island } from './island.tsx'
import { projectCoded } from './seeded.ts'
import type { TestServer } from './server.ts'

export const BUILDER_PAGE = '/projects/ward-staffing/data-collection?view=questions'

type Draft = NonNullable<InputOf<typeof createStructure>['body']['structure']>

/** A section whose only sub-section asks these questions as a list. */
export const listed = (section_name: string, questions: readonly number[]) => ({
  section_name,
  sub_sections: [
    {
      sub_section_name: 'Count',
      rows: [],
      columns: [],
      cells: questions.map(question => ({ question, row: 0, column: 0, is_required: false }))
    }
  ]
})

export const draft: Draft = {
  questions: [
    { number: 1, question_text: 'Beds', question_type: 'integer' },
    { number: 2, question_text: 'Beds in use', question_type: 'integer' },
    {
      number: 3,
      question_text: 'Why closed?',
      question_type: 'single_choice',
      option_names: ['Staff', 'Works']
    }
  ],
  sections: [listed('Capacity', [1, 2, 3]), { section_name: 'Staff', sub_sections: [] }]
}

export const leave = (label: string) => act(async () => void fireEvent.blur(screen.getByLabelText(label)))

export async function write(label: string, value: string): Promise<void> {
  await screen.findByLabelText(label)
  await type(label, value)
  await leave(label)
}

export async function clickOn(role: string, name: { name: string | RegExp }): Promise<void> {
  const element = await screen.findByRole(role, name)
  await act(async () => element.click())
}

export function buildingScreen(server: TestServer, { start }: Island) {
  let made = 0
  beforeEach(() => {
    closeEdits()
    questionnaireHistory.clear()
  })

  const admin = () => server.tokenOf('admin')
  const read = async (id: number): Promise<Structure> =>
    (await server.call(getStructure, { params: { id } }, await admin())).body
  const list = async () => {
    const project_id = await projectCoded(server, 'ward-staffing')
    return (await server.call(listStructures, { query: { project_id } }, await admin())).body.questionnaires
  }

  /** Opens a questionnaire of the test's own. */
  async function open(structure: Draft = draft) {
    const project_id = await projectCoded(server, 'ward-staffing')
    const time_period_id = Math.max(...(await list()).flatMap(one => one.time_period_ids))
    const name = `Built ${(made += 1)}`
    const body = { project_id, time_period_id, questionnaire_name: name, structure }
    const id = (await server.call(createStructure, { body }, await admin())).body.questionnaire_id
    await start(`${BUILDER_PAGE}&questionnaire=${id}`, 'admin')
    await screen.findByRole('navigation', { name: 'Questionnaire' })
    return { id, name, structure: await read(id) }
  }

  /** Waits until the server has stored a change, and the page has read it. */
  const saved = async (id: number, check: (structure: Structure) => void): Promise<void> => {
    await waitFor(async () => check(await read(id)))
    await waitFor(() => expect($sending.get()).toBe(0))
  }

  const answerWith = (fetch: typeof globalThis.fetch) =>
    configureTransport({ apiBase: 'http://api.example', onUnauthorised: () => {}, fetch })
  const refusal = { status: 418, headers: { 'content-type': 'application/json' } }
  const failCalls = () =>
    answerWith(() => Promise.resolve(new Response('{"detail":"The server is resting."}', refusal)))
  const mendCalls = () => answerWith(server.fetch)

  return { admin, read, list, open, saved, failCalls, mendCalls }
}

export const SLOW_REPLY_MS = 150

/** The same on a slow connection. `meanwhile.beforeReply` happens once, before the reply to the next write. */
export function slowBuildingScreen(server: TestServer) {
  const meanwhile: { beforeReply: (() => Promise<unknown>) | null } = { beforeReply: null }
  const island = useIsland(server, {
    fetch: async (input, init) => {
      const reply = await server.fetch(input, init)
      const { beforeReply } = meanwhile
      if ((input as Request).method !== 'GET' && beforeReply !== null) {
        meanwhile.beforeReply = null
        await beforeReply()
      }
      await pause(SLOW_REPLY_MS)
      return reply
    }
  })
  return { ...buildingScreen(server, island), meanwhile }
}
