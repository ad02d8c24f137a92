// Formulas are stored with ids, so they are written once all the rows that they name are.

import { withNames, withoutNames, type NamedCell } from '#domain/formulas/named-expression.ts'
import type { KindName } from '#operations/provision/content-kinds/definition.ts'
import { ancestor, rowsUnder, type ContentTree } from '#operations/provision/content.ts'
import type { DesiredRow } from '#operations/provision/desired.ts'
import { refuseRow, rowsOf, type Difference, type DifferenceEntry } from '#operations/provision/difference.ts'
import type { IdsByKey } from '#operations/provision/stored/write-rows.ts'
import { validateReferences } from '#server/builders/questions/references.ts'
import type { Tx } from '#server/database/schema.ts'
import { ApiError } from '#server/http/api-error.ts'
import { FORMULAS, contentCells } from './formulas.ts'

/** After changes of these kinds, all formulas of the project are validated. */
const FORMULA_KINDS = new Set<KindName>(['questions', 'question_memberships', 'sub_sections', 'sections'])

/** Writes the formulas of new and changed questions; the refusals are those of the questionnaire builder. */
export async function writeProvisionedFormulas(
  tx: Tx,
  programmeId: number,
  content: ContentTree<DesiredRow>,
  difference: Difference,
  ids: IdsByKey
): Promise<DifferenceEntry[]> {
  const rows = rowsOf(difference)
  const changedRows = new Set(rows.map(({ key }) => key))
  const projects = new Set(
    rows.filter(({ kind }) => FORMULA_KINDS.has(kind)).map(({ key }) => ancestor(key, 'projects'))
  )
  const sections = sectionsByQuestion(content, ids)
  const entries: DifferenceEntry[] = []
  for (const project of projects) {
    const cells = contentCells(content, project, ({ key }) => ids[key] ?? 0)
    for (const row of rowsUnder(content, 'questions', project)) {
      const formulas = formulasOf(row, cells)
      if ('reason' in formulas) {
        entries.push(refuseRow(row, formulas.reason))
        continue
      }
      const question = { question_id: ids[row.key] ?? 0, project_id: ids[project] ?? 0, ...formulas }
      if (changedRows.has(row.key)) await writeQuestion(tx, programmeId, question)
      const reason = await formulaRefusal(tx, programmeId, question, sections.get(row.key) ?? [], cells)
      if (reason !== undefined) entries.push(refuseRow(row, reason))
    }
  }
  return entries
}

type FormulaQuestion = Parameters<typeof validateReferences>[2]

/** Both formulas with ids, or why one cannot be read: it may name a row that no longer exists. */
function formulasOf(
  { values }: DesiredRow,
  cells: readonly NamedCell[]
): { reason: string } | Pick<FormulaQuestion, (typeof FORMULAS)[number]> {
  const read = { expression: null, visible_if: null } as Pick<FormulaQuestion, (typeof FORMULAS)[number]>
  for (const formula of FORMULAS) {
    const text = values[formula]
    if (typeof text !== 'string') continue
    const result = withoutNames(text, cells)
    if (!result.ok) return { reason: `${formula}: ${result.error.message}` }
    read[formula] = result.value
  }
  return read
}

async function writeQuestion(
  tx: Tx,
  programmeId: number,
  { question_id, expression, visible_if }: FormulaQuestion
): Promise<void> {
  await tx
    .updateTable('questions')
    .set({ expression, visible_if })
    .where(eb => eb.and({ programme_id: programmeId, question_id }))
    .execute()
}

/** Why a formula is refused, with the names of the files. */
async function formulaRefusal(
  tx: Tx,
  programmeId: number,
  question: FormulaQuestion,
  sections: readonly number[],
  cells: readonly NamedCell[]
): Promise<string | undefined> {
  try {
    await validateReferences(tx, programmeId, question, sections)
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return withNames(error.message, cells)
    throw error
  }
}

function sectionsByQuestion(content: ContentTree<DesiredRow>, ids: IdsByKey): Map<string, number[]> {
  const sections = new Map<string, number[]>()
  for (const { key, refs } of content.question_memberships.values()) {
    const question = refs['question_id'] ?? ''
    const section = ids[ancestor(key, 'sections')] ?? 0
    sections.set(question, [...new Set([...(sections.get(question) ?? []), section])])
  }
  return sections
}
