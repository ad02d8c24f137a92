// Finds things of the demo data by the names that people see.

import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { TestServer } from './server.ts'

type Stored = Pick<TestServer, 'database'>

/** The ids behind names, which nothing changes once they are given. Most tests ask for the same few again and again. */
const knownIds = new WeakMap<Database, Map<string, number>>()

async function known(database: Database, key: string, find: () => Promise<number>): Promise<number> {
  const ids = knownIds.get(database) ?? new Map<string, number>()
  knownIds.set(database, ids)
  const id = ids.get(key) ?? (await find())
  ids.set(key, id)
  return id
}

export const projectCoded = ({ database }: Stored, code: string, programmeId = 1): Promise<number> =>
  known(database, `project ${programmeId} ${code}`, async () => {
    const row = await database
      .selectFrom('projects')
      .select('project_id')
      .where('programme_id', '=', programmeId)
      .where('project_code', '=', code)
      .executeTakeFirstOrThrow()
    return row.project_id
  })

export const periodNamed = ({ database }: Stored, name: string, programmeId = 1): Promise<number> =>
  known(database, `period ${programmeId} ${name}`, async () => {
    const row = await database
      .selectFrom('time_periods')
      .select('time_period_id')
      .where('programme_id', '=', programmeId)
      .where('time_period_name', '=', name)
      .executeTakeFirstOrThrow()
    return row.time_period_id
  })

export const chartNamed = ({ database }: Stored, name: string, programmeId = 1): Promise<number> =>
  known(database, `chart ${programmeId} ${name}`, async () => {
    const row = await database
      .selectFrom('charts')
      .select('chart_id')
      .where('programme_id', '=', programmeId)
      .where('chart_name', '=', name)
      .executeTakeFirstOrThrow()
    return row.chart_id
  })

/** A submission of the demo accounts' organisation: the first, or the one at `number`. */
export async function ownSubmission(
  server: Stored,
  project: string,
  period: string,
  number = 0,
  programmeId = 1
): Promise<number> {
  const rows = await server.database
    .selectFrom('submissions as s')
    .innerJoin('users as u', join => inProgramme(join, 'u', 's', 'organisation_id'))
    .select('s.submission_id')
    .where('s.programme_id', '=', programmeId)
    .where('u.email_address', 'like', 'lead@%')
    .where('s.project_id', '=', await projectCoded(server, project, programmeId))
    .where('s.time_period_id', '=', await periodNamed(server, period, programmeId))
    .orderBy('s.submission_id')
    .execute()
  const row = rows[number]
  if (!row) throw new Error(`No submission ${number} in ${project} ${period}.`)
  return row.submission_id
}

export interface SeededCell {
  questionnaire_id: number
  section_id: number
  place: { question_id: number; row_id: number; column_id: number }
  /** Of the answer that stands there, 0 where there is none. */
  version: number
}

/** A cell by its question and, in a grid, the name of its column. */
export async function cellOf(
  { database }: Stored,
  submissionId: number,
  question: string,
  column?: string,
  programmeId = 1
): Promise<SeededCell> {
  const row = await database
    .selectFrom('questions as q')
    .innerJoin('question_memberships as m', join => inProgramme(join, 'm', 'q', 'question_id'))
    .innerJoin('sub_sections as t', join => inProgramme(join, 't', 'm', 'sub_section_id'))
    .innerJoin('sections as c', join => inProgramme(join, 'c', 't', 'section_id'))
    .leftJoin('sub_section_columns as k', join => inProgramme(join, 'k', 'm', 'column_id'))
    .leftJoin('answers as a', join =>
      inProgramme(join, 'a', 'm', 'question_id', 'row_id', 'column_id').on(
        'a.submission_id',
        '=',
        submissionId
      )
    )
    .select(['c.questionnaire_id', 'c.section_id', 'm.question_id', 'm.row_id', 'm.column_id', 'a.version'])
    .where('q.programme_id', '=', programmeId)
    .where('q.question_text', '=', question)
    .$if(column !== undefined, query => query.where('k.column_name', '=', column ?? ''))
    .orderBy('m.membership_id')
    .executeTakeFirstOrThrow()
  const { questionnaire_id, section_id, question_id, row_id, column_id, version } = row
  return { questionnaire_id, section_id, place: { question_id, row_id, column_id }, version: version ?? 0 }
}
