// Files of answers hold nothing of others, whatever the project promises.

import { expect, test } from 'vitest'
import { countExportableAnswers } from '#contract/answer-exports.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { linesOfZip, requestAnswers } from '#tests/support/answer-files.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()

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
    .select(['s.organisation_id', 's.submission_code', 'o.organisation_code', 'o.organisation_name'])
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
  for (const visibility of ['aggregate', 'anonymous', 'named'] as const) {
    await server.database.updateTable('projects').set({ visibility }).where('programme_id', '=', 1).execute()
    for (const role of ['lead', 'contributor', 'viewer'] as const) {
      const include = ['comments', 'history'] as const
      const query = { ...place, questionnaire_id: questionnaires, include: [...include] }
      const reply = await requestAnswers(server, role, query)
      const files = linesOfZip(new Uint8Array(await reply.arrayBuffer()))
      const fields = Object.values(files).flatMap(lines => lines.flatMap(line => Object.values(line)))
      expect(fields.filter(field => own.has(field)).length).toBeGreaterThan(10)
      expect(fields.filter(field => others.has(field) && !own.has(field))).toEqual([])
    }
  }
})
