// Who took part in an edition, with the codes and names of today.

import { sql } from 'kysely'
import { partCodes } from '#domain/exports/part-codes.ts'
import { optionsByFilter } from '#server/benchmarks/filters.ts'
import type { Tx } from '#server/database/schema.ts'
import type { ReleasedEdition } from './released-editions.ts'

export interface Participant {
  submission_id: number
  organisation_id: number
  organisation: string
  organisation_name: string
  submission: string
  submission_name: string
  filter_option_ids: number[]
}

/** In the order of the files, which does not depend on ids. */
export async function participantsOf(
  tx: Tx,
  { programmeId, editionId }: ReleasedEdition
): Promise<Participant[]> {
  const { rows } = await sql<Participant>`
    select e.submission_id, e.organisation_id, e.filter_option_ids, o.organisation_code as organisation, o.organisation_name,
      -- A submission may have been removed since.
      coalesce(s.submission_code, concat('removed ', e.submission_id)) as submission, coalesce(s.submission_name, '') as submission_name
    from edition_submissions e
    join organisations o on o.programme_id = e.programme_id and o.organisation_id = e.organisation_id
    left join submissions s on s.programme_id = e.programme_id and s.submission_id = e.submission_id
    where e.programme_id = ${programmeId} and e.edition_id = ${editionId}
    order by o.organisation_code collate "C", s.submission_code collate "C", e.submission_id`.execute(tx)
  return rows
}

/** The filters of a programme as columns: `optionsOf` has the names of a participant's options in each. */
export async function filterColumns(tx: Tx, { programmeId }: ReleasedEdition) {
  const filters = await optionsByFilter(tx, programmeId)
  return {
    columns: partCodes(filters.map(options => ({ name: options[0]?.filter_name ?? '', isActive: true }))).map(
      code => `filter_${code}`
    ),
    optionsOf: ({ filter_option_ids }: Participant): string[] =>
      filters.map(options =>
        options
          .filter(({ filter_option_id }) => filter_option_ids.includes(filter_option_id))
          .map(({ option_name }) => option_name)
          .join('; ')
      )
  }
}
