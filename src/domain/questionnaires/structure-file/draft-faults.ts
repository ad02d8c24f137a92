// What the call for a whole questionnaire would refuse, reported at the line that it comes from.

import * as v from 'valibot'
import { StructureDraft } from '#contract/questionnaire-structures.ts'
import { repeatedPlacementFault, repeatedPlacements } from '#domain/questionnaires/questionnaire-faults.ts'
import type { RuleFault } from '#domain/questionnaires/rule-fault.ts'
import { issueSentence } from '#lib/issue-sentence.ts'
import type { PlacedLine } from './placed-line.ts'

type NoteLine = (placed: PlacedLine, fault: RuleFault) => void

/** Reports what the schema of the call and the rules for a whole questionnaire refuse. */
export function noteDraftFaults(draft: StructureDraft, placed: readonly PlacedLine[], note: NoteLine): void {
  const lines = firstLines(placed)
  for (const issue of v.safeParse(StructureDraft, draft).issues ?? []) {
    const path = (issue.path ?? []).map(({ key }) => key as string | number)
    const part = partsOnPath(draft, path, issue).findLast(one => lines.has(one))
    const line = lines.get(part) ?? placed[0]
    const field = path.findLast(key => typeof key === 'string') ?? 'question'
    if (line) note(line, { field, message: issueSentence(issue) })
  }
  const placeOf = ({ question, subSection, cell }: PlacedLine) => ({
    question,
    row: cell?.row ?? 0,
    column: cell?.column ?? 0,
    subSection
  })
  for (const line of repeatedPlacements(placed, placeOf)) note(line, repeatedPlacementFault)
}

/** The first line of each part of the draft. */
function firstLines(placed: readonly PlacedLine[]): Map<unknown, PlacedLine> {
  const lines = new Map<unknown, PlacedLine>()
  for (const line of placed) {
    const { section, subSection, question, cell } = line
    const row = subSection.rows.find(({ row_name }) => row_name === line.row)
    const column = subSection.columns.find(({ column_name }) => column_name === line.column)
    for (const part of [section, subSection, question, cell, row, column])
      if (part && !lines.has(part)) lines.set(part, line)
  }
  return lines
}

/** The parts that lead to a fault; for a list that is too long, its first entry too many as well. */
function partsOnPath(
  draft: StructureDraft,
  path: readonly (string | number)[],
  { type, requirement }: v.BaseIssue<unknown>
): unknown[] {
  const parts: unknown[] = [draft]
  for (const key of path) parts.push((parts.at(-1) as Record<string | number, unknown> | undefined)?.[key])
  const last = parts.at(-1)
  return type === 'max_length' && Array.isArray(last) ? [...parts, last[Number(requirement)]] : parts
}
