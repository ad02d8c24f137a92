// Undo and redo in the questionnaire builder: they overwrite nothing newer, and a new change ends redo.

import { beforeEach, expect, test } from 'vitest'
import { storeToken } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { CHANGED_SINCE } from '#browser/editing/undo-history.ts'
import { loadStructure, resetBuilder, shownStructure } from '#browser/questionnaire-builder/builder.ts'
import { changeWithUndo, removeFromPlace } from '#browser/questionnaire-builder/changes.ts'
import { questionnaireHistory } from '#browser/questionnaire-builder/guarded-change.ts'
import type { PartRef } from '#browser/questionnaire-builder/parts.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { createQuestionMembership } from '#contract/question-memberships.ts'
import { updateSection } from '#contract/questionnaire-builder.ts'
import { createStructure } from '#contract/questionnaire-structures.ts'
import { draft } from '#tests/support/builder-screen.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { undo, redo } = questionnaireHistory
let made = 0
let token = ''
let part: PartRef = { kind: 'section', id: 0 }

const sectionName = () => shownStructure()?.sections[0]?.section_name
const rename = (section_name: string) =>
  changeWithUndo(part, { section_name }, { section_name: sectionName() }, 'renamed the section')

beforeEach(async () => {
  token = await server.tokenOf('admin')
  const body = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026'),
    questionnaire_name: `Redone ${(made += 1)}`,
    structure: draft
  }
  const { questionnaire_id } = (await server.call(createStructure, { body }, token)).body
  configureTransport({ apiBase: 'http://api.example', onUnauthorised: () => {}, fetch: server.fetch })
  storeToken(token)
  resetBuilder()
  questionnaireHistory.clear()
  $toasts.set([])
  await loadStructure(questionnaire_id)
  part = { kind: 'section', id: shownStructure()!.sections[0]!.section_id }
})

test('steps are undone and redone in turn', async () => {
  await rename('Once')
  await rename('Twice')
  const names: unknown[] = []
  for (const step of [undo, undo, undo, redo, redo, redo, undo]) {
    await step()
    names.push(sectionName())
  }
  expect(names).toEqual(['Once', 'Capacity', 'Capacity', 'Once', 'Twice', 'Twice', 'Once'])
})

test('redo keeps what a colleague has changed since the undo', async () => {
  await rename('Mine')
  await undo()
  await server.call(updateSection, { params: { id: part.id }, body: { section_name: 'Theirs' } }, token)
  await redo()
  expect(sectionName()).toBe('Theirs')
  expect($toasts.get().at(-1)?.text).toBe(`This could not be redone. ${CHANGED_SINCE}`)
  expect(questionnaireHistory.$steps.get()).toEqual({ done: [], undone: [] })
})

test('a new change leaves nothing to redo', async () => {
  await rename('Once')
  await undo()
  await rename('Another')
  await redo()
  expect(sectionName()).toBe('Another')
})

test('a place that is closed to answers is still closed once its removal is undone', async () => {
  const id = shownStructure()!.questionnaire.questionnaire_id
  const list = () => shownStructure()!.sections[0]!.sub_sections[0]!
  const cell = { sub_section_id: list().sub_section_id, row_id: 0, column_id: 0 }
  const { question_id } = list().memberships[0]!
  const body = { ...cell, question_id, is_disabled: true }
  await server.call(createQuestionMembership, { body }, token)
  await loadStructure(id)
  const place = () => list().memberships.find(one => one.question_id === question_id)
  await removeFromPlace(place()!, cell)
  expect(place()).toBeUndefined()
  await undo()
  expect(place()).toMatchObject({ is_disabled: true })
  await redo()
  expect(place()).toBeUndefined()
})
