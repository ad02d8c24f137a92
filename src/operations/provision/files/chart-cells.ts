// The parameters of charts in files, in the form of the rules for charts.

import type { ParameterRole } from '#contract/chart-parameters.ts'
import type { QuestionType } from '#contract/questionnaires.ts'
import { faultOfSource, type WrittenChartCell } from '#domain/charts/chart-faults.ts'
import { aggregateOf, optionNamesOf } from '#operations/provision/aggregates.ts'
import { ancestor, nameOfKey, type ContentRow } from '#operations/provision/content.ts'
import type { Desired, DesiredRow } from '#operations/provision/desired.ts'
import type { CheckFault } from './check.ts'

export const writtenCell = ({
  values,
  refs
}: Pick<ContentRow, 'values' | 'refs'>): WrittenChartCell<string | null> => ({
  parameter_role: values['parameter_role'] as ParameterRole,
  display_order: values['display_order'] as number,
  question_id: refs['question_id'] ?? null,
  row_id: refs['row_id'] ?? null,
  column_id: refs['column_id'] ?? null,
  aggregate: aggregateOf({ values })
})

/** Why a parameter cannot have its figure; a missing question or place is reported by other checks. */
export function faultOfParameter(row: DesiredRow, content: Desired['content']): CheckFault | undefined {
  const question = row.refs['question_id'] ?? ''
  const question_type = content.questions.get(question)?.values['question_type'] as QuestionType | undefined
  if (question_type === undefined) return undefined
  const aggregate = aggregateOf(row)
  const place = [...content.question_memberships.values()].find(one => isAtCell(one, row))
  if (aggregate && !place) return undefined
  const fault = faultOfSource<string>(
    { parameter_role: row.values['parameter_role'] as ParameterRole, aggregate },
    { question_type, options: optionNamesOf(content, question), ...kindOfPlace(place, content) }
  )
  return fault && { field: fault.field, message: `${nameOfKey(question)} ${fault.message}` }
}

function kindOfPlace(place: DesiredRow | undefined, { questionnaires, sub_sections }: Desired['content']) {
  const questionnaire = questionnaires.get(ancestor(place?.key ?? '', 'questionnaires'))
  return {
    isInSurvey: questionnaire?.values['questionnaire_type'] === 'case',
    isRepeating: sub_sections.get(place?.parent ?? '')?.values['is_repeating'] === true
  }
}

export const isAtCell = (place: DesiredRow, parameter: DesiredRow): boolean =>
  CELL_COLUMNS.every(column => (place.refs[column] ?? null) === (parameter.refs[column] ?? null))

const CELL_COLUMNS = ['question_id', 'row_id', 'column_id']
