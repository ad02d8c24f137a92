// How far all sections of a submission are: the same numbers as section by section, from one read of the answers.

import { sql, type KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { getProject } from '#contract/projects.ts'
import {
  getSectionQuestions,
  listQuestionnaires,
  listSections,
  type SectionStatus
} from '#contract/questionnaires.ts'
import { getCompletion } from '#contract/section-submissions.ts'
import { randomFrom } from '#demo/random.ts'
import { completionOf, type CompletionCounts } from '#domain/answers/completion.ts'
import { isSectionStarted } from '#domain/questionnaires/section-work.ts'
import { insertRows } from '#server/database/bulk.ts'
import { transaction } from '#server/database/transaction.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

/** Executed statements, including their parts. */
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
  await save(submission_id, await cellOf(server, submission_id, 'Staffed beds'), [{ value: 90 }], {
    action: 'reopen'
  })
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

const STATUSES: readonly SectionStatus[] = ['not_started', 'in_progress', 'complete', 'signed_off']

test('how many take part is what the states of all sections give, in generated sets', async () => {
  const scope = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026')
  }
  const { rows: asked } = await sql<{ submission_id: number; section_id: number }>`
    select s.submission_id, c.section_id from submissions s
    join questionnaires n on n.programme_id = 1 and n.project_id = s.project_id and n.is_active and n.questionnaire_type = 'standard'
    join questionnaire_periods w on w.programme_id = 1 and w.questionnaire_id = n.questionnaire_id and w.time_period_id = s.time_period_id
    join sections c on c.programme_id = 1 and c.questionnaire_id = n.questionnaire_id and c.is_active
    where s.programme_id = 1 and s.project_id = ${scope.project_id} and s.time_period_id = ${scope.time_period_id} and (
      n.questionnaire_id not in (select questionnaire_id from questionnaire_scopes where programme_id = 1)
      or (n.questionnaire_id, s.scope_id) in (select questionnaire_id, scope_id from questionnaire_scopes where programme_id = 1))`.execute(
    server.database
  )
  const sections = Map.groupBy(asked, row => row.submission_id)
  const counts = new Set<string>()
  for (let number = 0; number < 10; number += 1) {
    const random = randomFrom(`participation ${number}`)
    const states = new Map(
      [...sections].map(([submission, own]) => {
        const only = random.pick([...STATUSES, null])
        return [
          submission,
          own.map(row => {
            const status = only ?? random.pick(STATUSES)
            // Answers can be cleared again.
            return { ...row, status, answered_count: status === 'in_progress' ? random.whole(0, 1) : 0 }
          })
        ]
      })
    )
    await transaction(server.database, async tx => {
      await sql`delete from section_submissions where programme_id = 1 and case_code_id = 0
        and submission_id = any(${[...sections.keys()]}::bigint[])`.execute(tx)
      const rows = [...states.values()].flat().map(row => ({
        ...row,
        programme_id: 1,
        case_code_id: 0,
        version: 1,
        applicable_count: 0,
        updated_at: new Date(0)
      }))
      // A section that nobody has opened has no row either.
      await insertRows(
        tx,
        'section_submissions',
        rows.filter(row => row.status !== 'not_started' || random.next() < 0.5)
      )
    })
    const { body } = await server.call(
      getProject,
      { params: { id: 'ward-staffing' }, query: { time_period_id: scope.time_period_id } },
      await server.tokenOf('viewer')
    )
    const all = [...states.values()]
    const isDone = (status: SectionStatus): boolean => status === 'complete' || status === 'signed_off'
    expect(body.participation).toMatchObject({
      submission_count: all.length,
      started_count: all.filter(own => own.some(isSectionStarted)).length,
      complete_count: all.filter(own => own.every(row => isDone(row.status))).length
    })
    counts.add(JSON.stringify(body.participation))
  }
  expect(counts.size).toBeGreaterThan(5)
})
