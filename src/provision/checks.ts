// What a shape cannot say: dates in their order, questions that contradict themselves, cells that are in no grid.
import { isAnswerable } from '#domain/cell-rules.ts'
import type { QuestionType } from '#contract/questionnaires.ts'
import { validateQuestion, type Draft } from '#server/builders/question-rules.ts'
import { ApiError } from '#server/http/api-error.ts'
import { keyFor, nameIn, rowsUnder } from './content.ts'
import { faultAt, type Desired, type DesiredRow } from './desired.ts'
import type { Json } from './fields.ts'
import type { KindName } from './kind.ts'

type Check = (row: DesiredRow, desired: Desired) => string | undefined

const comesBefore =
  (from: string, to: string): Check =>
  ({ values }) => {
    const [start, end] = [values[from], values[to]]
    return typeof start === 'string' && typeof end === 'string' && start >= end
      ? `${from} must be before ${to}`
      : undefined
  }

const checks: Partial<Record<KindName, readonly Check[]>> = {
  time_periods: [comesBefore('starts_at', 'ends_at')],
  project_periods: [
    comesBefore('registration_opens_at', 'registration_closes_at'),
    comesBefore('collection_opens_at', 'collection_closes_at')
  ],
  questionnaire_periods: [comesBefore('opens_at', 'closes_at')],
  questions: [
    (row, { content }) => {
      const option_names = rowsUnder(content, 'question_options', row.key).map(option => nameIn(option.key))
      try {
        validateQuestion({ ...(row.values as unknown as Draft), option_names })
        return undefined
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return `${nameIn(row.key)}: ${error.message}`
      }
    }
  ],
  sub_sections: [
    ({ values: { layout, is_repeating }, key }, { content }) => {
      const count = (kind: KindName): number => rowsUnder(content, kind, key).length
      if (
        layout === 'list' &&
        (is_repeating === true || count('sub_section_rows') + count('sub_section_columns') > 0)
      )
        return 'a list has no rows and columns'
      return is_repeating === true && count('sub_section_rows') > 0
        ? 'whoever fills in a repeating grid adds the rows'
        : undefined
    },
    twoInOneCell
  ],
  question_memberships: [
    ({ parent, refs, values }, { content }) => {
      const { layout, is_repeating } = content.sub_sections.get(parent)?.values ?? {}
      const needs = { row_id: layout === 'grid' && is_repeating !== true, column_id: layout === 'grid' }
      for (const [column, isNeeded] of Object.entries(needs))
        if ((refs[column] !== null) !== isNeeded)
          return `${column.replace('_id', '')} must ${isNeeded ? 'be given here' : 'not be given here'}`
      const question = content.questions.get(refs['question_id'] ?? '')
      const question_type = question?.values['question_type'] as QuestionType
      return values['is_required'] === true &&
        !isAnswerable({ question_type, is_disabled: values['is_disabled'] === true })
        ? 'nobody enters anything here, so is_required must be false'
        : undefined
    }
  ],
  collections: [
    ({ values, parent }, { content }) => {
      const types = (content.projects.get(parent)?.values['explorer_types'] ?? []) as {
        explorer_type: Json
      }[]
      return types.some(({ explorer_type }) => explorer_type === values['explorer_type'])
        ? undefined
        : `explorer_type "${values['explorer_type'] as string}" is not one of the project's explorer_types`
    }
  ],
  peer_groups: [
    ({ values }, { content }) => {
      const { filters } = values['member_rule'] as { filters: Record<string, string[]> }
      for (const [filter, options] of Object.entries(filters))
        for (const option of options)
          if (!content.filter_options.has(keyFor(keyFor('', 'filters', filter), 'filter_options', option)))
            return `there is no filter option "${filter}: ${option}"`
      return undefined
    }
  ]
}

function twoInOneCell(row: DesiredRow, { content }: Desired): string | undefined {
  if (row.values['layout'] !== 'grid') return undefined
  const taken = new Set<string>()
  for (const { refs } of rowsUnder(content, 'question_memberships', row.key)) {
    const cell = `${refs['row_id'] ?? ''} ${refs['column_id'] ?? ''}`
    if (taken.has(cell)) return `two questions are in one cell of "${nameIn(row.key)}"`
    taken.add(cell)
  }
  return undefined
}

export function checkContent(desired: Desired): void {
  if (desired.faults.length > 0) return
  for (const [kind, list] of Object.entries(checks))
    for (const row of desired.content[kind as KindName].values())
      for (const check of list) {
        const message = check(row, desired)
        if (message !== undefined) desired.faults.push(faultAt(row.place, message))
      }
}
