// A questionnaire's structure put together from the specification's calls, for an API that does not return it as a whole. It has what is asked in one
// period: retired parts other than questions, the questionnaire's own settings and versions are not in it, and answers are counted for each
// question only.

import { call } from '#browser/api/call.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { readQuestionnaireParts } from '#browser/stores/questionnaire-parts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { listStructures, Structure } from '#contract/questionnaire-structures.ts'
import { listQuestionnaires, type SectionQuestions, type SubSection } from '#contract/questionnaires.ts'
import { listQuestions } from '#contract/questions.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { err, mapResult, ok, type Result } from '#lib/result.ts'
import type { BuiltMembership, BuiltQuestion, BuiltSection, BuiltSubSection } from './parts.ts'

export async function listByParts({
  projectId: project_id,
  timePeriodId: time_period_id
}: ProjectPeriod): Promise<Result<ReplyOf<typeof listStructures>>> {
  const listed = await call(listQuestionnaires, { query: { project_id, time_period_id } })
  return mapResult(listed, ({ questionnaires }) => ({
    questionnaires: questionnaires.map(
      ({ questionnaire_id, questionnaire_name, questionnaire_type, version }, index) => ({
        questionnaire_id,
        questionnaire_name,
        questionnaire_type,
        version,
        is_active: true,
        display_order: index + 1,
        scope_ids: [],
        time_period_ids: [time_period_id],
        section_count: 0,
        question_count: 0
      })
    ),
    scopes: []
  }))
}

export async function readByParts(id: number, scope: ProjectPeriod): Promise<Result<Structure>> {
  const [listed, read, known] = await Promise.all([
    listByParts(scope),
    readQuestionnaireParts(id, scope),
    call(listQuestions, { query: { project_id: scope.projectId } })
  ])
  if (!listed.ok) return listed
  if (!read.ok) return read
  if (!known.ok) return known
  const summary = listed.value.questionnaires.find(one => one.questionnaire_id === id)
  if (summary === undefined) return err('This questionnaire is not asked in this period.', 404)
  const { section_count: _sections, question_count: _questions, time_period_ids: _periods, ...own } = summary
  const placed = new Set(
    read.value.flatMap(({ sub_sections }) =>
      sub_sections.flatMap(({ questions }) => questions.map(({ question_id }) => question_id))
    )
  )
  const questions = known.value.questions
    // Where a retired question stood is not known, so each questionnaire of its project offers it.
    .filter(({ question_id, is_active }) => placed.has(question_id) || !is_active)
    .map(question => ({ ...question, submission_count: question.answer_count, chart_names: [] }))
  return ok({
    questionnaire: { ...own, project_id: scope.projectId, periods: [] },
    sections: read.value.map(section => buildSection(section, questions)),
    questions
  })
}

const UNVERSIONED = { is_active: true, version: 0 }
const countAnswers = (parts: readonly { answer_count: number }[]): number =>
  parts.reduce((sum, { answer_count }) => sum + answer_count, 0)

function buildSection(
  { section: { section_id, section_name, guidance_html, display_order }, sub_sections }: SectionQuestions,
  questions: readonly BuiltQuestion[]
): BuiltSection {
  const built = sub_sections.map(one => buildSubSection(one, questions))
  return {
    ...UNVERSIONED,
    section_id,
    section_name,
    guidance_html,
    display_order,
    answer_count: countAnswers(built),
    sub_sections: built
  }
}

function buildSubSection(
  { rows, columns, questions: asked, ...subSection }: SubSection,
  questions: readonly BuiltQuestion[]
): BuiltSubSection {
  const memberships = placesAsked(subSection.is_repeating, asked).map(
    ({ question_id, row_id, column_id, is_required, is_disabled }, index): BuiltMembership => ({
      membership_id: membershipIdAt({
        sub_section_id: subSection.sub_section_id,
        question_id,
        row_id,
        column_id
      }),
      question_id,
      row_id,
      column_id,
      is_required,
      is_disabled,
      display_order: index + 1,
      answer_count: questions.find(one => one.question_id === question_id)?.answer_count ?? 0
    })
  )
  const within = (key: 'row_id' | 'column_id', id: number): number =>
    countAnswers(memberships.filter(one => one[key] === id))
  return {
    ...subSection,
    ...UNVERSIONED,
    answer_count: countAnswers(memberships),
    // Respondents add the rows of a repeating grid.
    rows: subSection.is_repeating
      ? []
      : rows.map(row => ({ ...row, ...UNVERSIONED, answer_count: within('row_id', row.row_id) })),
    columns: columns.map(column => ({
      ...column,
      ...UNVERSIONED,
      answer_count: within('column_id', column.column_id)
    })),
    memberships
  }
}

/** The places of questions; in a repeating grid each is asked in every row, and has none. */
const placesAsked = (isRepeating: boolean, asked: SubSection['questions']): SubSection['questions'] =>
  isRepeating
    ? [...new Map(asked.map(one => [`${one.question_id}/${one.column_id}`, { ...one, row_id: 0 }])).values()]
    : asked

interface MembershipAddress extends CellAddress {
  sub_section_id: number
}

/** The specification lists places without ids. This is the first local id, above any of a server. */
const FIRST_OWN_ID = 900_000_000_000_000
const membershipIds = new Map<string, number>()
const membershipKey = ({ sub_section_id, question_id, row_id, column_id }: MembershipAddress): string =>
  [sub_section_id, question_id, row_id, column_id].join('/')

function membershipIdAt(address: MembershipAddress): number {
  const key = membershipKey(address)
  const id = membershipIds.get(key) ?? FIRST_OWN_ID + membershipIds.size
  membershipIds.set(key, id)
  return id
}

/** A place keeps the id that the server named when the question was placed. */
export const rememberMembership = (address: MembershipAddress, id: number): void => {
  membershipIds.set(membershipKey(address), id)
}
