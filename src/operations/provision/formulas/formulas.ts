// In files, formulas name questions by code, `[beds] - [beds_in_use]`, and cells of grids by place, `[wte at Budgeted, Band 5]`.

import type { QuestionType } from '#contract/questionnaires.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import {
  withNames,
  withoutNames,
  type NamedCell,
  type NamedResult
} from '#domain/formulas/named-expression.ts'
import {
  ancestor,
  nameOfKey,
  rowsUnder,
  type ContentTree,
  type ContentRow
} from '#operations/provision/content.ts'

export const FORMULAS = ['expression', 'visible_if'] as const

/** The cells that formulas of a project can name, with the ids that `idOf` gives. */
export function contentCells<R extends ContentRow>(
  content: ContentTree<R>,
  project: string,
  idOf: (row: R) => number
): NamedCell[] {
  const questions = rowsUnder(content, 'questions', project)
  const options = Map.groupBy(content.question_options.values(), option => option.parent)
  const cells = new Map<string, NamedCell>()
  const optionsOf = (question: R): NamedCell['options'] =>
    typeOf({ question_type: question.values['question_type'] as QuestionType }).options === 'choices'
      ? (options.get(question.key) ?? []).map(option => ({
          option_id: idOf(option),
          option_name: nameOfKey(option.key)
        }))
      : []
  for (const question of questions) {
    const reference = { question_id: idOf(question), row_id: null, column_id: null }
    const name = nameOfKey(question.key)
    cells.set(name.toLowerCase(), { name, reference, options: optionsOf(question), hint: '' })
  }
  const places = [...content.question_memberships.values()]
  // Files name only what is in use, so retired places must not take the short names.
  for (const place of [...places.filter(isInFiles), ...places.filter(one => !isInFiles(one))]) {
    const { question_id: questionKey, row_id: rowKey, column_id: columnKey } = place.refs
    const question = content.questions.get(questionKey ?? '')
    if (question?.parent !== project || (rowKey === null && columnKey === null)) continue
    const row = content.sub_section_rows.get(rowKey ?? '')
    const column = content.sub_section_columns.get(columnKey ?? '')
    const reference = {
      question_id: idOf(question),
      row_id: row ? idOf(row) : 0,
      column_id: column ? idOf(column) : 0
    }
    const name = uniqueCellName(cells, place, [rowKey, columnKey])
    cells.set(name.toLowerCase(), { name, reference, options: optionsOf(question), hint: '' })
  }
  return [...cells.values()]
}

const isInFiles = (row: ContentRow & { isUsed?: boolean }): boolean => row.isUsed !== false

/** The shortest name that no other cell has. */
function uniqueCellName(
  cells: ReadonlyMap<string, unknown>,
  place: ContentRow,
  axes: readonly (string | null | undefined)[]
): string {
  let name = `${nameOfKey(place.refs['question_id'] ?? '')} at ${axes
    .flatMap(key => (key === null || key === undefined ? [] : [nameOfKey(key)]))
    .join(', ')}`
  for (const kind of ['sub_sections', 'sections', 'questionnaires'] as const)
    if (cells.has(name.toLowerCase())) name += `, ${nameOfKey(ancestor(place.key, kind))}`
  return name
}

/** Replaces the ids in stored formulas by names. */
export function nameFormulas<R extends ContentRow>(content: ContentTree<R>, idOf: (row: R) => number): void {
  for (const project of content.projects.keys()) {
    const cells = contentCells(content, project, idOf)
    for (const { values } of rowsUnder(content, 'questions', project))
      for (const formula of FORMULAS) {
        const stored = values[formula]
        values[formula] = typeof stored === 'string' ? withNames(stored, cells) : null
      }
  }
}

/** The formula as an export would write it, so that equal formulas have equal texts; or its fault. */
export function normaliseFormula(text: string, cells: readonly NamedCell[]): NamedResult {
  const stored = withoutNames(text, cells)
  return stored.ok ? { ok: true, value: withNames(stored.value, cells) } : stored
}

/** The cells that formulas of a project can name, before and after the change. New rows get an id that no stored row has. */
export function namesBeforeAndAfter(
  stored: ContentTree,
  desired: ContentTree,
  ids: Readonly<Record<string, number>>
): (project: string) => [NamedCell[], NamedCell[]] {
  const made = new Map<string, [NamedCell[], NamedCell[]]>()
  const numbers = new Map<string, number>()
  const idOf = ({ key }: ContentRow): number => {
    const known = ids[key] ?? numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, Number.MAX_SAFE_INTEGER - numbers.size)
    return Number.MAX_SAFE_INTEGER - numbers.size + 1
  }
  return project => {
    const pair = made.get(project) ?? [
      contentCells(stored, project, idOf),
      contentCells(desired, project, idOf)
    ]
    made.set(project, pair)
    return pair
  }
}
