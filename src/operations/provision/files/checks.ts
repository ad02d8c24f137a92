// Checks that a schema cannot express: the order of dates, contradictory questions, cells outside a grid.

import { MAX_DOCUMENTS } from '#contract/limits.ts'
import type { QuestionType } from '#contract/questionnaires.ts'
import {
  faultOfAxis,
  faultOfCell,
  faultsOfSeries,
  CELL_FAULT,
  GROUP_NAME_FAULT
} from '#domain/charts/chart-faults.ts'
import type { SubSectionShape } from '#domain/questionnaires/placement-faults.ts'
import {
  faultsOfQuestion,
  isBlankFormula,
  type QuestionToCheck
} from '#domain/questionnaires/question-faults.ts'
import {
  faultsOfSize,
  repeatedPlacementFault,
  repeatedPlacements
} from '#domain/questionnaires/questionnaire-faults.ts'
import { faultsOfSubSection } from '#domain/questionnaires/sub-section-faults.ts'
import { formatCount } from '#lib/format.ts'
import { foldedText } from '#lib/text/text-characters.ts'
import type { KindName } from '#operations/provision/content-kinds/definition.ts'
import { ancestor, keyAt, keyFor, nameOfKey, rowsUnder } from '#operations/provision/content.ts'
import { faultAt, listKey, type Desired, type DesiredRow } from '#operations/provision/desired.ts'
import type { FieldJson } from '#operations/provision/fields.ts'
import { faultOfParameter, isAtCell, writtenCell } from './chart-cells.ts'
import { single, type CheckedContent, type CheckFault, type DesiredCheck } from './check.ts'
import { afterCollection, comesBefore, LATE_DATE_FIELD } from './date-checks.ts'

const desiredChecks: Partial<Record<KindName, readonly DesiredCheck[]>> = {
  time_periods: [comesBefore('starts_at', 'ends_at')],
  documents: [
    single(({ key }, { content }) =>
      key === keyAt(content.documents, MAX_DOCUMENTS)
        ? `a programme and its projects have at most ${formatCount(MAX_DOCUMENTS)} documents`
        : undefined
    )
  ],
  project_periods: [
    comesBefore('registration_opens_at', 'registration_closes_at'),
    comesBefore('collection_opens_at', 'collection_closes_at'),
    afterCollection('published_at', 'opens', 'be after'),
    afterCollection('closed_at', 'closes', 'not be before')
  ],
  questionnaire_periods: [comesBefore('opens_at', 'closes_at')],
  questions: [
    (row, { content }) => {
      const option_names = rowsUnder(content, 'question_options', row.key).map(option =>
        nameOfKey(option.key)
      )
      const faults = faultsOfQuestion({ ...(row.values as unknown as QuestionToCheck), option_names })
      return faults.map(({ field, message }) => ({
        field,
        message: `${nameOfKey(row.key)}: ${field} ${message}`
      }))
    }
  ],
  questionnaires: [
    ({ key }, { content }) => {
      const places = [...content.question_memberships.values()].filter(
        place => ancestor(place.key, 'questionnaires') === key
      )
      const asked = new Set(places.map(({ refs }) => refs['question_id'] ?? ''))
      const formulas = [...asked].filter(question => {
        const formula = content.questions.get(question)?.values['expression']
        return typeof formula === 'string' && !isBlankFormula(formula)
      })
      const size = { cells: places.length, questions: asked.size, formulas: formulas.length }
      return faultsOfSize(size).map(({ message }) => ({ message }))
    },
    faultsOfRepeatedPlaces
  ],
  sub_sections: [faultsOfPlaces],
  collections: [
    single(({ values, parent }, { content }) => {
      const types = (content.projects.get(parent)?.values['explorer_types'] ?? []) as {
        explorer_type: FieldJson
      }[]
      return types.some(({ explorer_type }) => explorer_type === values['explorer_type'])
        ? undefined
        : `explorer_type "${values['explorer_type'] as string}" is not one of the project's explorer_types`
    })
  ],
  chart_groups: [
    single(({ key, parent, values }, { content }) => {
      const others = [...content.chart_groups.values()].filter(
        other => other.key !== key && ancestor(other.key, 'projects') === ancestor(key, 'projects')
      )
      const viewOf = (collection: string) => content.collections.get(collection)?.values['explorer_type']
      const isTaken = others.some(
        other =>
          other.values['group_slug'] === values['group_slug'] && viewOf(other.parent) === viewOf(parent)
      )
      if (isTaken)
        return `group_slug "${values['group_slug'] as string}" is the address of another group of this view`
      const name = foldedText(values['group_name'] as string)
      return others.some(
        other => other.parent === parent && foldedText(other.values['group_name'] as string) === name
      )
        ? `group_name ${GROUP_NAME_FAULT}`
        : undefined
    })
  ],
  charts: [
    (row, { content, leftCells = [] }) => {
      const left = leftCells.filter(({ parent }) => parent === row.key)
      const cells = [...rowsUnder(content, 'chart_parameters', row.key), ...left]
      const axis = faultOfAxis({
        axis_min: row.values['axis_min'] as number | null,
        axis_max: row.values['axis_max'] as number | null
      })
      return [
        ...(axis ? [{ message: `${axis.field} ${axis.message}` }] : []),
        ...faultsOfSeries(cells.map(writtenCell)).map(message => ({
          field: CELLS_FIELD,
          message: `${nameOfKey(row.key)}: ${message}`
        }))
      ]
    }
  ],
  chart_parameters: [
    (row, { content }) => {
      const others = rowsUnder(content, 'chart_parameters', row.parent)
      const fault =
        faultOfParameter(row, content) ??
        faultOfCell(others.slice(0, others.indexOf(row)).map(writtenCell), writtenCell(row))
      return fault ? [fault] : []
    },
    (row, { content }) =>
      [...content.question_memberships.values()].some(place => isAtCell(place, row))
        ? []
        : [
            {
              field: PLACE_FIELD,
              message: `${nameOfKey(row.refs['question_id'] ?? '')}: ${CELL_FAULT}`
            }
          ]
  ],
  peer_groups: [
    single(({ values }, { content }) => {
      const { filters } = values['member_rule'] as { filters: Record<string, string[]> }
      for (const [filter, options] of Object.entries(filters))
        for (const option of options)
          if (!content.filter_options.has(keyFor(keyFor('', 'filters', filter), 'filter_options', option)))
            return `there is no filter option "${filter}: ${option}"`
      return undefined
    })
  ]
}

/** Stands for the places of all questionnaires, which files may leave as they are stored. */
const PLACE_FIELD = 'place'
/** Stands for the cells of a chart. Retired questions, rows and columns leave cells in the database that files cannot name. */
const CELLS_FIELD = 'cells'

/** Checks rows, columns and places of one sub-section; the fault of a place is reported at its own line. */
function faultsOfPlaces(row: DesiredRow, { content }: Desired): CheckFault[] {
  const keysOf = (kind: KindName): string[] => rowsUnder(content, kind, row.key).map(({ key }) => key)
  const places = rowsUnder(content, 'question_memberships', row.key)
  const faults = faultsOfSubSection<string>(
    {
      ...(row.values as unknown as SubSectionShape),
      rows: keysOf('sub_section_rows'),
      columns: keysOf('sub_section_columns'),
      cells: places.map(({ refs, values }) => ({
        question: refs['question_id'] ?? '',
        row: refs['row_id'] ?? null,
        column: refs['column_id'] ?? null,
        is_required: values['is_required'] === true,
        is_disabled: values['is_disabled'] === true
      }))
    },
    key => content.questions.get(key)?.values['question_type'] as QuestionType | undefined
  )
  return faults.map(({ field, message, cell }) => {
    const place = cell === undefined ? undefined : places[cell]
    return {
      field,
      message: `${nameOfKey(place?.refs['question_id'] ?? row.key)}: ${field} ${message}`,
      ...(place && { place })
    }
  })
}

/** Reports each place of a question that is already in another list of the questionnaire. */
function faultsOfRepeatedPlaces({ key }: DesiredRow, { content }: Desired): CheckFault[] {
  const places = [...content.question_memberships.values()].filter(
    place => ancestor(place.key, 'questionnaires') === key
  )
  return repeatedPlacements(places, ({ refs, parent }) => ({
    question: refs['question_id'],
    row: refs['row_id'] ?? null,
    column: refs['column_id'] ?? null,
    subSection: parent
  })).map(place => ({
    message: `${nameOfKey(place.refs['question_id'] ?? '')}: ${repeatedPlacementFault.field} ${repeatedPlacementFault.message}`,
    place
  }))
}

export interface RowFault {
  row: DesiredRow
  message: string
}

/** Checks the rows as they will be stored, including what is kept. */
export const faultsOfContent = (desired: CheckedContent): RowFault[] =>
  allFaults(desired).map(({ row, message, place }) => ({ row: place ?? row, message }))

/** Faults that do not depend on stored values: fields that a file omits are checked later, with the database. */
export function checkContent(desired: Desired): void {
  for (const fault of allFaults(desired)) {
    const { row, message, place = row } = fault
    if (!dependsOnStored(fault, desired)) desired.faults.push(faultAt(place.place, message))
  }
}

const allFaults = (desired: CheckedContent): (CheckFault & { row: DesiredRow })[] =>
  Object.entries(desiredChecks).flatMap(([kind, list]) =>
    [...desired.content[kind as KindName].values()].flatMap(row =>
      list.flatMap(check => check(row, desired).map(fault => ({ ...fault, row })))
    )
  )

const LATER_FIELDS = new Set([PLACE_FIELD, CELLS_FIELD, LATE_DATE_FIELD])
/** Fields whose faults depend on the layout too. */
const LAYOUT_FIELDS = new Set(['is_repeating', 'rows', 'columns', 'row', 'column', 'question'])

function dependsOnStored(
  { row, field = '', place = row }: CheckFault & { row: DesiredRow },
  { lists }: Desired
): boolean {
  if (LATER_FIELDS.has(field)) return true
  if (row.kind === 'questions' && field === 'option_names')
    return !lists.has(listKey('question_options', row.key))
  if (row.kind === 'sub_sections' && LAYOUT_FIELDS.has(field))
    return row.absent.has('layout') || row.absent.has('is_repeating')
  return place.absent.has(field)
}
