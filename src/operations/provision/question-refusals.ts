// Applies the questionnaire builder's rules to changes of answered questions.

import { withoutNames, type NamedCell } from '#domain/formulas/named-expression.ts'
import { faultsOfOptionLoss } from '#domain/formulas/option-references.ts'
import { faultsOfAnsweredQuestion, type AnsweredQuestion } from '#domain/questionnaires/answered-changes.ts'
import type { QuestionSettings } from '#domain/questionnaires/question-faults.ts'
import { countAnswersByQuestion } from '#server/builders/questions/answer-counts.ts'
import type { Tx } from '#server/database/schema.ts'
import { ancestor, nameOfKey, rowsUnder, type ContentTree, type ContentRow } from './content.ts'
import type { DesiredRow } from './desired.ts'
import { refuseRow, rowsOf, type Difference, type DifferenceEntry } from './difference.ts'
import { FORMULAS, namesBeforeAndAfter } from './formulas/formulas.ts'
import type { StoredContent } from './stored/stored-row.ts'
import { idsByKey, type IdsByKey } from './stored/write-rows.ts'

/** Refuses changes that a question's answers rule out; a changed option counts as a change of its question. */
export async function refusalsOfQuestions(
  tx: Tx,
  programmeId: number,
  stored: StoredContent,
  desired: ContentTree<DesiredRow>,
  difference: Difference
): Promise<DifferenceEntry[]> {
  const changed = changedQuestions(difference).filter(
    key => stored.questions.has(key) && desired.questions.has(key)
  )
  const ids = idsByKey(stored)
  const counts = await countAnswersByQuestion(
    tx,
    programmeId,
    changed.map(key => ids[key] ?? 0)
  )
  const cellsOf = namesBeforeAndAfter(stored, desired, ids)
  return changed.flatMap((key): DifferenceEntry[] => {
    const row = desired.questions.get(key)
    const before = stored.questions.get(key)
    if (row === undefined || before === undefined) return []
    const [cellsBefore, cellsAfter] = cellsOf(row.parent)
    const faults = faultsOfAnsweredQuestion(
      answeredQuestion(stored, before, cellsBefore, ids),
      answeredQuestion(desired, row, cellsAfter, ids),
      counts.get(ids[key] ?? 0) ?? 0
    )
    const removed = rowsUnder(stored, 'question_options', key).filter(
      option => !desired.question_options.has(option.key)
    )
    if (removed.length > 0)
      faults.push(
        ...faultsOfOptionLoss(
          ids[key] ?? 0,
          removed.map(option => ({ option_id: ids[option.key] ?? 0, option_name: nameOfKey(option.key) })),
          // Formulas in the files name their options. One that is kept still has the id of an option that is removed.
          rowsUnder(desired, 'questions', row.parent).map(one => comparingQuestion(one, cellsAfter))
        )
      )
    return faults.map(({ field, message }) => refuseRow(row, `${field}: ${message}`))
  })
}

function changedQuestions(difference: Difference): string[] {
  return [
    ...new Set(
      rowsOf(difference)
        .filter(({ kind }) => kind === 'questions' || kind === 'question_options')
        .map(({ key }) => ancestor(key, 'questions'))
    )
  ]
}

/** With formulas by id, because the names in them may have changed. */
function answeredQuestion(
  content: ContentTree,
  { key, values }: ContentRow,
  cells: readonly NamedCell[],
  ids: IdsByKey
): AnsweredQuestion {
  return {
    ...(values as unknown as QuestionSettings),
    ...formulasWithIds(values, cells),
    option_list: rowsUnder(content, 'question_options', key).map(option => ({ option_id: ids[option.key] }))
  }
}

const comparingQuestion = ({ values }: ContentRow, cells: readonly NamedCell[]) => ({
  question_text: values['question_text'] as string,
  ...formulasWithIds(values, cells)
})

function formulasWithIds(
  values: ContentRow['values'],
  cells: readonly NamedCell[]
): Pick<AnsweredQuestion, (typeof FORMULAS)[number]> {
  const withIds = (formula: (typeof FORMULAS)[number]): string | null => {
    const text = values[formula]
    if (typeof text !== 'string') return null
    const read = withoutNames(text, cells)
    return read.ok ? read.value : text
  }
  return { expression: withIds('expression'), visible_if: withIds('visible_if') }
}
