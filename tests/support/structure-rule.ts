// Throws at a statement that writes answers or structures in a call that has not locked the structure (decision 0048).
const HOLDING = 'pg_advisory_xact_lock_shared'
const TAKING = 'pg_advisory_xact_lock'

const written = /\b(insert into|update|delete from)\s+"?(\w+)"?/g

/** Those who enter something hold it, with all others who do. */
const entered = new Set([
  'answers',
  'answer_versions',
  'comments',
  'section_submissions',
  'submissions',
  'registrations',
  'registration_scopes',
  'registration_submissions'
])

/** Changes of questions, scopes or dates take the exclusive lock. */
const asked = new Set([
  'questionnaires',
  'questionnaire_periods',
  'questionnaire_scopes',
  'sections',
  'sub_sections',
  'sub_section_rows',
  'sub_section_columns',
  'questions',
  'question_options',
  'question_memberships',
  'project_periods',
  'editions'
])

/** On Citus a statement without a table runs on the coordinator, and one that reads a programme's row on the node that has it. */
const lockedThroughRow = / from "(projects|registrations|submissions)" where programme_id = /

/** The locks of one call so far. */
export class StructureRule {
  #isHeld = false
  #isTaken = false

  require(statement: string): void {
    if (statement.includes("'structure '")) this.#lock(statement)
    for (const [, verb, table = ''] of statement.matchAll(written)) {
      // A code of its own is locked when it is changed, and needs the survey only when it is made.
      const isEntered = entered.has(table) || (table === 'case_codes' && verb === 'insert into')
      if ((isEntered && !this.#isHeld) || (asked.has(table) && !this.#isTaken))
        throw new Error(`Written without the lock of its structure: ${table}. In: ${statement}`)
    }
  }

  #lock(statement: string): void {
    if (!lockedThroughRow.test(statement))
      throw new Error(`A structure is locked only through a row of its programme. In: ${statement}`)
    this.#isHeld = true
    this.#isTaken ||= statement.includes(TAKING) && !statement.includes(HOLDING)
  }
}
