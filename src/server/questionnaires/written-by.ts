import type { Answer } from '#contract/questionnaires.ts'
import { personName } from '#domain/people/full-name.ts'

interface WrittenRow {
  updated_at: Date
  first_name: string | null
  last_name: string | null
  /** Null unless the value was imported. */
  source_author: string | null
  source_time: Date | null
}

/** Who gave an answer, and when. Of an imported one, as its file says. */
export const writtenBy = ({
  source_author,
  source_time,
  updated_at,
  ...person
}: WrittenRow): Pick<Answer, 'updated_at' | 'updated_by' | 'is_imported'> =>
  source_author === null
    ? { updated_at: updated_at.toISOString(), updated_by: personName(person) }
    : { updated_at: source_time?.toISOString() ?? null, updated_by: source_author || null, is_imported: true }
