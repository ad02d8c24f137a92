// Files of answers hold nothing of others, whatever the project promises.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countExportableAnswers } from '#contract/answer-exports.ts'
import { readXlsx } from '#lib/xlsx/read.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { linesOfZip, requestAnswers, type ExportQuery } from '#tests/support/answer-files.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

/** Both layouts, each with all further tables, as an archive and as a workbook. */
const everyExport = (query: ExportQuery): ExportQuery[] =>
  (['long', 'wide'] as const).flatMap(layout =>
    (['csv', 'xlsx'] as const).map(format => ({
      ...query,
      layout,
      format,
      include: ['comments', 'queries', 'history', 'codebook']
    }))
  )

const fieldsOfZip = (bytes: Uint8Array): string[] =>
  Object.values(linesOfZip(bytes)).flatMap(lines => lines.flatMap(line => Object.values(line)))

function fieldsOfBook(bytes: Uint8Array): string[] {
  const book = readXlsx(bytes)
  if (!book.ok) throw new Error(book.error)
  return book.value.flatMap(({ rows }) =>
    [...rows.values()].flatMap(row => [...row.values()].map(({ value }) => String(value)))
  )
}

/** On the first cell of the project's first questionnaire. */
const comment = (submissionId: number, text: string) =>
  sql`insert into comments (programme_id, questionnaire_id, submission_id, section_id, question_id, row_id, column_id, case_code_id, comment_text,
      is_resolved, created_at)
    select 1, c.questionnaire_id, s.submission_id, c.section_id, m.question_id, m.row_id, m.column_id, 0, ${text}, false, now()
    from submissions s
    join questionnaires q on q.programme_id = 1 and q.project_id = s.project_id and q.questionnaire_type = 'standard'
    join sections c on c.programme_id = 1 and c.questionnaire_id = q.questionnaire_id
    join sub_sections t on t.programme_id = 1 and t.section_id = c.section_id and not t.is_repeating
    join question_memberships m on m.programme_id = 1 and m.sub_section_id = t.sub_section_id
    where s.programme_id = 1 and s.submission_id = ${submissionId}
    order by m.membership_id limit 1`.execute(server.database)

test('in a project of any kind, no file of a member names another organisation or its submissions', async () => {
  const place = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026')
  }
  const counts = await server.call(countExportableAnswers, { query: place }, await server.tokenOf('admin'))
  const questionnaires = counts.body.questionnaires.map(({ questionnaire_id }) => questionnaire_id)
  const { organisation_id } = await server.database
    .selectFrom('users')
    .select('organisation_id')
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'lead@wards.example')
    .executeTakeFirstOrThrow()
  const rows = await server.database
    .selectFrom('submissions as s')
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 's', 'organisation_id'))
    .select([
      's.submission_id',
      's.organisation_id',
      's.submission_code',
      'o.organisation_code',
      'o.organisation_name'
    ])
    .where('s.programme_id', '=', 1)
    .execute()
  const namesOf = (isOwn: boolean) =>
    new Set(
      rows.flatMap(row =>
        (row.organisation_id === organisation_id) === isOwn
          ? [row.submission_code, row.organisation_code, row.organisation_name]
          : []
      )
    )
  const [own, others] = [namesOf(true), namesOf(false)]
  for (const one of rows)
    await comment(
      one.submission_id,
      one.organisation_id === organisation_id ? 'said by us' : 'said by others'
    )
  for (const visibility of ['aggregate', 'anonymous', 'named'] as const) {
    await server.database.updateTable('projects').set({ visibility }).where('programme_id', '=', 1).execute()
    for (const role of ['lead', 'contributor', 'viewer'] as const) {
      for (const query of everyExport({ ...place, questionnaire_id: questionnaires })) {
        const reply = await requestAnswers(server, role, query)
        const bytes = new Uint8Array(await reply.arrayBuffer())
        const fields = query.format === 'xlsx' ? fieldsOfBook(bytes) : fieldsOfZip(bytes)
        expect(fields.filter(field => own.has(field)).length).toBeGreaterThan(10)
        if (query.include?.includes('comments')) expect(fields).toContain('said by us')
        expect(fields.filter(field => others.has(field) && !own.has(field))).toEqual([])
        expect(fields).not.toContain('said by others')
      }
    }
  }
})
