// A call for every read operation, with consistent ids from the demo lead's entries.

import type { Endpoint } from '#contract/endpoint.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { minimalInput } from '#server/http/openapi/example.ts'
import { WRITING_GETS } from './races/race.ts'
import { allEndpoints, type TestServer } from './server.ts'

export interface Reading {
  name: string
  endpoint: Endpoint
  path: string
}

/** Reads by a mailed code, which these ids cannot provide (server/accounts/account-requests). */
const BY_CODE = 'verifyEmail'

const isReading = ([name, { method, reply }]: (typeof allEndpoints)[number]): boolean =>
  method === 'GET' && reply !== 'file' && name !== BY_CODE && !WRITING_GETS.some(writing => writing === name)

export const readingNames = allEndpoints.filter(isReading).map(([name]) => name)

/** The project and period to read; by default, those that the lead entered data for last. */
export interface ReadScope {
  project_id: number
  time_period_id: number
}

/** The ids, by the table that they belong to. */
async function ownIds({ database }: TestServer, scope: ReadScope | undefined) {
  const own = await database
    .selectFrom('submissions as s')
    .innerJoin('users as u', join => inProgramme(join, 'u', 's', 'organisation_id'))
    .innerJoin('registration_submissions as r', join => inProgramme(join, 'r', 's', 'submission_id'))
    .innerJoin('questionnaires as q', join => inProgramme(join, 'q', 's', 'project_id'))
    .innerJoin('questionnaire_periods as w', join =>
      inProgramme(join, 'w', 'q', 'questionnaire_id').onRef('w.time_period_id', '=', 's.time_period_id')
    )
    .innerJoin('sections as c', join => inProgramme(join, 'c', 'q', 'questionnaire_id'))
    .innerJoin('charts as k', join => inProgramme(join, 'k', 's', 'project_id'))
    .select(['s.submission_id', 's.project_id', 's.time_period_id', 's.organisation_id'])
    .select(['r.registration_id', 'r.registration_submission_id', 'q.questionnaire_id'])
    .select(['c.section_id', 'k.chart_id', 'k.collection_id'])
    .where('s.programme_id', '=', 1)
    .where('u.email_address', '=', 'lead@wards.example')
    .where('q.questionnaire_type', '=', 'standard')
    .$if(scope !== undefined, query =>
      query
        .where('s.project_id', '=', scope!.project_id)
        .where('s.time_period_id', '=', scope!.time_period_id)
    )
    .orderBy('s.submission_id', 'desc')
    .orderBy('q.questionnaire_id')
    .orderBy('c.section_id')
    .orderBy('k.chart_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const peers = await database
    .selectFrom('peer_groups')
    .select('peer_group_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', own.project_id)
    .executeTakeFirstOrThrow()
  const survey = await database
    .selectFrom('case_codes')
    .select(['case_code', 'questionnaire_id', 'submission_id'])
    .where('programme_id', '=', 1)
    .executeTakeFirstOrThrow()
  return { own: { ...own, ...peers, programme_id: 1 }, survey }
}

const idOfPath: readonly (readonly [path: string, field: string])[] = [
  ['questionnaires/registration-submission/', 'registration_submission_id'],
  ['questionnaires/', 'questionnaire_id'],
  ['charts/', 'chart_id'],
  ['outputTypes/', 'chart_id'],
  ['data/', 'chart_id'],
  ['projects/', 'project_id'],
  ['timePeriods/', 'project_id']
]

export async function readingsOn(server: TestServer, scope?: ReadScope): Promise<Reading[]> {
  const { own, survey } = await ownIds(server, scope)
  return allEndpoints.filter(isReading).map(([name, endpoint]) => {
    const ids: Record<string, unknown> = endpoint.path.startsWith('caseCode') ? { ...own, ...survey } : own
    const idOf = (field: string): number | undefined => {
      const pathField = idOfPath.find(([path]) => endpoint.path.startsWith(path))?.[1]
      const known = { id: pathField, a: pathField, b: 'submission_id', sid: 'section_id' }[field] ?? field
      return ids[known] as number | undefined
    }
    const { params, query } = minimalInput(endpoint, idOf)
    if ('case_code' in query) query['case_code'] = survey.case_code
    if ('explorer_type' in query) query['explorer_type'] = 'results'
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, field: string) =>
      String(field === 'name' ? 'role_types' : params[field])
    )
    const search = new URLSearchParams()
    for (const [field, value] of Object.entries(query))
      for (const one of [value].flat()) search.append(field, String(one))
    return { name, endpoint, path: `${path}?${search}` }
  })
}
