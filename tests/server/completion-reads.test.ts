// How far all sections of a submission are: the same numbers as section by section, from one read of the answers.
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { getSectionQuestions, listQuestionnaires, listSections } from '#contract/questionnaires.ts'
import { getCompletion } from '#contract/section-submissions.ts'
import { completionOf, type CompletionCounts } from '#domain/completion.ts'
import { savingOn } from '../support/save-answers.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded } from '../support/seeded.ts'
import { useServer } from '../support/server.ts'

/** Statements as they were run; the parts of a statement pass here as well. */
let statements: string[] = []
const parts = new WeakMap<object, string>()
const listening: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => {
    parts.set(queryId, JSON.stringify(node))
    return node
  },
  transformResult: ({ result, queryId }) => {
    statements.push(parts.get(queryId) ?? '')
    return Promise.resolve(result)
  }
}
const server = useServer({ plugin: listening })

const readsOfAnswers = (): number =>
  statements.filter(node => node.includes('"name":"answers"') || node.includes('from answers')).length

test('all sections of a submission are counted from one statement, as each would be alone', async () => {
  const token = await server.tokenOf('lead')
  const submission_id = await ownSubmission(server, 'ward-staffing', '2026')
  const { save } = savingOn(server)
  await save(submission_id, await cellOf(server, submission_id, 'Staffed beds'), [{ value: 90 }])
  statements = []
  const all = await server.call(getCompletion, { query: { submission_id } }, token)
  expect([all.status, readsOfAnswers()]).toEqual([200, 1])

  const query = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026'),
    submission_id
  }
  const { questionnaires } = (await server.call(listQuestionnaires, { query }, token)).body
  const standard = questionnaires.filter(one => one.questionnaire_type === 'standard')
  const counted: (CompletionCounts & { section_id: number })[] = []
  for (const { questionnaire_id, sections = [] } of standard) {
    const named = { params: { id: questionnaire_id }, query: { submission_id } }
    // The list of questionnaires tells the sections as they tell themselves.
    expect(sections).toEqual((await server.call(listSections, named, token)).body.sections)
    const own = await server.call(getCompletion, { query: { submission_id, questionnaire_id } }, token)
    expect(own.body.section_submissions).toEqual(
      all.body.section_submissions.filter(section => section.questionnaire_id === questionnaire_id)
    )
    for (const { section_id } of sections) {
      const { body } = await server.call(
        getSectionQuestions,
        { params: { id: questionnaire_id, sid: section_id }, query: { submission_id } },
        token
      )
      const { left: _, ...counts } = completionOf(body.sub_sections)
      counted.push({ section_id, ...counts })
    }
  }
  expect(counted.length).toBeGreaterThan(5)
  expect(all.body.section_submissions).toMatchObject(counted)
  // The demo has something of each to count.
  const total = (name: 'error_count' | 'warning_count' | 'comment_required_count' | 'answered_count') =>
    counted.reduce((sum, section) => sum + section[name], 0)
  expect([total('answered_count'), total('warning_count')].every(count => count > 0)).toBe(true)
})
