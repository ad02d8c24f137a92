// Answers of what has been retired: in a download, or left out of it.

import { expect, test } from 'vitest'
import { countExportableAnswers } from '#contract/answer-exports.ts'
import { linesOfCsv, requestAnswers, type FileLine } from '#tests/support/answer-files.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

test('retired questions and organisations are left out on demand, and then not counted', async () => {
  const place = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026')
  }
  const count = async (include_retired: boolean) => {
    const query = { ...place, include_retired }
    const { body } = await server.call(countExportableAnswers, { query }, await server.tokenOf('admin'))
    return body.questionnaires.find(one => one.questionnaire_type === 'standard' && one.answer_count > 0)!
  }
  const { questionnaire_id } = await count(true)
  const download = async (choice: { include_retired?: boolean } = {}): Promise<FileLine[]> => {
    const reply = await requestAnswers(server, 'admin', { ...place, questionnaire_id, ...choice })
    return linesOfCsv(new Uint8Array(await reply.arrayBuffer()))
  }
  const whole = await download()
  const [{ question = '' } = {}, { organisation = '' } = {}] = [whole[0], whole.at(-1)]
  await server.database
    .updateTable('questions')
    .set({ is_active: false })
    .where(eb => eb.and({ programme_id: 1, project_id: place.project_id, question_code: question }))
    .execute()
  await server.database
    .updateTable('organisations')
    .set({ is_active: false })
    .where(eb => eb.and({ programme_id: 1, organisation_code: organisation }))
    .execute()
  expect(await download()).toEqual(whole)
  const inUse = await download({ include_retired: false })
  const isRetired = (line: FileLine) => line['question'] === question || line['organisation'] === organisation
  expect(inUse).toEqual(whole.filter(line => !isRetired(line)))
  expect([inUse.some(isRetired), whole.some(isRetired)]).toEqual([false, true])
  expect((await count(true)).answer_count).toBe(whole.length)
  expect((await count(false)).answer_count).toBe(inUse.length)
})
