// What the programme asks in a validation round, what members answer, and what the programme decides.

import { randomUUID } from 'node:crypto'
import type { QueryAct, QueryRule } from '#contract/queries.ts'
import { openCorrectionWindows } from '#server/acceptance/correction-windows.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { findCells } from '#server/questionnaires/queries/find-cells.ts'
import { pickCellLocation, type CellLocation } from '#server/questionnaires/queries/named-cells.ts'
import { changeQueries } from '#server/questionnaires/queries/query-acts.ts'
import { raiseForCells } from '#server/questionnaires/queries/raise.ts'
import { saveSectionChanges } from '#server/questionnaires/save.ts'
import type { RoundContext } from './round-context.ts'

/** An act, so many days before the demo's creation. */
type QueryStep = [daysAgo: number, act: QueryAct, text: string, dueDaysAgo?: number]

interface AskedFigure {
  text: string
  steps: readonly QueryStep[]
}

/** Questions to the demo accounts’ first submission, by question code: one in each state. */
const byHand: Readonly<Record<string, AskedFigure>> = {
  agency: { text: 'Does this include interim managers? The guidance says that it does.', steps: [] },
  filled: {
    text: 'Is this the number of people rather than of full-time equivalents?',
    steps: [[9, 'extend', 'Please answer by the new date.', 2]]
  },
  posts: {
    text: 'Your council’s budget book shows twelve more posts. Which is right?',
    steps: [[6, 'answer', 'Ours: twelve posts moved to Highways on 1 April.']]
  },
  leavers: {
    text: 'Does this include people who moved to another service of the council?',
    steps: [
      [8, 'answer', 'No, only those who left the council.'],
      [7, 'resolve', 'Thank you, that is what we need.']
    ]
  },
  sick_days: {
    text: 'Is long-term absence included?',
    steps: [
      [8, 'answer', 'We count absences of up to four weeks.'],
      [3, 'return', 'Please include longer absences, as the guidance says, or tell us why you cannot.']
    ]
  },
  training_days: {
    text: 'Does this include online courses?',
    steps: [[9, 'withdraw', 'Your comment from last year says that it does.']]
  },
  pay: {
    text: 'Are employer’s pension contributions included?',
    steps: [
      [4, 'correct', ''],
      [2, 'resolve', 'Thank you for the correction.']
    ]
  }
}

/** What the rules ask other organisations, and what becomes of the first cells that each rule finds. */
const byRule: readonly (AskedFigure & { rule: QueryRule; answer: string })[] = [
  {
    rule: { rule_code: 'required_blank' },
    text: 'Please enter the figure or mark it as not available.',
    answer: 'Payroll changed its system in May, so we cannot give this figure.',
    steps: [[6, 'extend', 'More time, as agreed by telephone.', -9]]
  },
  {
    rule: { rule_code: 'changed', change_percent: 40 },
    text: 'What changed since last year?',
    answer: 'The service was reorganised in June, and two teams joined it.',
    steps: [[5, 'resolve', 'Explained by telephone: two teams were merged.']]
  },
  {
    rule: { rule_code: 'outlier' },
    text: 'Please check the unit and the dates of this figure.',
    answer: 'We have checked this with payroll and it is correct.',
    steps: [[4, 'withdraw', 'The size of the service explains this figure.']]
  }
]

const ASKED_BY_RULE = 4

/** The cells of a submission that are asked about, by question code. */
function cellsToAsk(
  { project, questionnaireId }: RoundContext,
  submissionId: number,
  texts: Readonly<Record<string, { text: string }>>
) {
  return (project.questionnaires[0]?.sections ?? []).flatMap(({ sectionId, cells: own }) =>
    own.flatMap(({ code, questionId, rowId, columnId }) => {
      const query_text = texts[code]?.text
      if (query_text === undefined) return []
      const cell = {
        questionnaire_id: questionnaireId,
        submission_id: submissionId,
        section_id: sectionId,
        question_id: questionId,
        row_id: rowId,
        column_id: columnId,
        query_text
      }
      return [{ code, cell }]
    })
  )
}

export async function askByHand(context: RoundContext): Promise<void> {
  const { place, current, at, dayOf, contributor } = context
  const cells = cellsToAsk(context, current[0]?.submissionId ?? 0, byHand)
  const { query_ids } = await raiseForCells(at(10), {
    ...place,
    rules: [],
    cells: cells.map(({ cell }) => cell),
    due_at: dayOf(-6)
  })
  for (const [index, { code, cell }] of cells.entries())
    await takeSteps(
      context,
      { ...cell, query_id: query_ids[index] ?? 0 },
      byHand[code]?.steps ?? [],
      contributor
    )
}

/** Questions to their second submission, by question code. Only what a correction needs is opened. */
const toCorrect = {
  filled: { text: 'Is this of 31 March, as the guidance says?' }
}

export async function openAskedCells(context: RoundContext): Promise<void> {
  const { place, current, at, dayOf } = context
  const cells = cellsToAsk(context, current[1]?.submissionId ?? 0, toCorrect).map(({ cell }) => cell)
  await raiseForCells(at(4), { ...place, rules: [], cells, due_at: dayOf(-9) })
  for (const { questionnaire_id, section_id, submission_id } of cells)
    await openCorrectionWindows(
      {
        body: {
          ...place,
          questionnaire_id,
          section_id,
          window_kind: 'cells',
          submission_ids: [submission_id],
          open_until: at(-9).now.toISOString(),
          reason_text: 'To correct the figure that we have asked about'
        }
      },
      at(3)
    )
}

/** Asks all that the rules find about a few cells of other organisations each. */
export async function askByRules(context: RoundContext): Promise<void> {
  const { database, programme, place, current, at, dayOf, answererOf } = context
  const rules = byRule.map(({ rule }) => rule)
  const { found } = await findCells(database, programme.programmeId, place, rules)
  const others = new Map(
    current.filter(({ unit }) => unit.ownNumber === null).map(one => [one.submissionId, one] as const)
  )
  const chosen = byRule.flatMap(({ rule, text, answer, steps }) =>
    found
      .filter(cell => others.has(cell.submission_id) && cell.rules[0] === rule)
      .slice(0, ASKED_BY_RULE)
      .map((cell, index) => ({ cell, text, answer, steps: index === 0 ? steps : [] }))
  )
  if (chosen.length === 0) return
  const { query_ids } = await raiseForCells(at(13), {
    ...place,
    rules,
    cells: chosen.map(({ cell, text }) => ({ ...pickCellLocation(cell), query_text: text })),
    due_at: dayOf(3)
  })
  for (const [index, { cell, answer, steps }] of chosen.entries()) {
    const author = answererOf(others.get(cell.submission_id)?.unit.organisation.organisationId ?? 0)
    const asked = { ...cell, query_id: query_ids[index] ?? 0 }
    if (steps.length > 0 || author === undefined) await takeSteps(context, asked, steps)
    else await takeSteps(context, asked, [[6, 'answer', answer]], author)
  }
}

async function takeSteps(
  context: RoundContext,
  { query_id, ...cell }: CellLocation & { query_id: number },
  steps: readonly QueryStep[],
  author?: CallingUser
): Promise<void> {
  for (const [daysAgo, act, entry_text, dueDaysAgo] of steps) {
    if (act === 'correct') await correct(context, cell, daysAgo)
    else
      await changeQueries(context.at(daysAgo, act === 'answer' ? author : undefined), {
        act,
        queries: [{ query_id }],
        entry_text,
        ...(dueDaysAgo !== undefined && { dueAt: context.at(dueDaysAgo).now })
      })
  }
}

/** Raises a figure by 4 %, as the contributor. */
async function correct(
  { database, programme, at, contributor }: RoundContext,
  { questionnaire_id, submission_id, section_id, question_id, row_id, column_id }: CellLocation,
  daysAgo: number
): Promise<void> {
  const { number_value, version } = await database
    .selectFrom('answers')
    .select(['number_value', 'version'])
    .where(eb => eb.and({ programme_id: programme.programmeId, submission_id, question_id, case_code_id: 0 }))
    .executeTakeFirstOrThrow()
  const { now } = at(daysAgo)
  const answer = { question_id, row_id, column_id, value: Math.round((number_value ?? 0) * 1.04) }
  await saveSectionChanges(
    { database, programme },
    contributor,
    {
      questionnaire_id,
      submission_id,
      section_id,
      action: 'save',
      client_change_id: randomUUID(),
      answers: [{ ...answer, is_not_applicable: false, is_not_available: false, base_version: version }]
    },
    now
  )
}
