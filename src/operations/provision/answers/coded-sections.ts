// What the codes of a section's lines stand for.

import { MAX_REPEATED_ROWS } from '#contract/limits.ts'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import type { CodedCell } from '#domain/exports/answer-places.ts'
import { readValueField } from '#domain/exports/read-value.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { RETIRED_HINT, type AnswerLine, type SectionLines } from './answer-lines.ts'
import { codedCellKey, type ImportedQuestionnaire, type ProjectCodes } from './project-codes.ts'
import type { CellLine } from './section-import.ts'
import type { SubmissionCodes } from './submissions.ts'

/** A section whose codes are known. */
export interface CodedSection {
  source: SectionLines
  named: SubmissionCodes
  questionnaire: ImportedQuestionnaire
  sectionId: number
  isRetired: boolean
}

/** Refuses a line, and with it the import. */
export type RefuseLine = (source: SectionLines, line: number, reason: string) => void

const ifRetired = `; if it has been retired, ${RETIRED_HINT}`

/** Looks up the codes of a section, or says which of them is unknown. */
export function codedSection(project: ProjectCodes, source: SectionLines): Result<CodedSection> {
  const { keys } = source
  const organisation = project.organisations.get(keys.organisation)
  const timePeriodId = project.periodIds.get(keys.period)
  const questionnaire = project.questionnaires.get(keys.questionnaire)
  if (organisation === undefined) return err(`there is no organisation "${keys.organisation}"${ifRetired}`)
  if (timePeriodId === undefined) return err(`there is no period "${keys.period}"`)
  if (questionnaire === undefined)
    return err(
      `there is no questionnaire "${keys.questionnaire}"${listCodes(project.questionnaires)}${ifRetired}`
    )
  if (keys.case !== '' || questionnaire.questionnaire_type === 'case')
    return err(
      'single cases of a survey cannot be imported: the file has only pseudonyms, which do not identify a case'
    )
  if (!questionnaire.is_active)
    return err(`the questionnaire "${keys.questionnaire}" is retired; ${RETIRED_HINT}`)
  if (!questionnaire.periodIds.has(timePeriodId))
    return err(`the questionnaire "${keys.questionnaire}" is not used in ${keys.period}`)
  if (!project.ownPeriodIds.has(timePeriodId))
    return err(`the project "${project.code}" has no period "${keys.period}"; add it to project.json`)
  const sectionId = questionnaire.sectionIds.get(keys.section)
  if (sectionId === undefined)
    return err(
      `there is no section "${keys.section}" in "${keys.questionnaire}"${listCodes(questionnaire.sectionIds)}${ifRetired}`
    )
  if (!/^\S(.{0,38}\S)?$/u.test(keys.submission))
    return err(`"${keys.submission}" is not a valid submission code: use 1 to 40 characters`)
  return ok({
    source,
    named: {
      organisation_id: organisation.organisation_id,
      time_period_id: timePeriodId,
      submission_code: keys.submission
    },
    questionnaire,
    sectionId,
    isRetired: !organisation.is_active
  })
}

const LISTED = 8
function listCodes(known: ReadonlyMap<string, unknown>): string {
  const codes = [...known.keys()]
  return codes.length === 0
    ? ''
    : `; there are ${codes.slice(0, LISTED).join(', ')}${codes.length > LISTED ? ' …' : ''}`
}

/** The cells and values of a section's lines; refuses lines that have none. */
export function placeLines({ source, questionnaire }: CodedSection, refuse: RefuseLine): CellLine[] {
  const placed = new Map<string, CellLine>()
  const status = source.lines[0]?.status ?? null
  for (const line of source.lines) {
    const read = placeLine(source.keys.section, line, questionnaire)
    if (!read.ok) refuse(source, line.line, read.error)
    else {
      const key = cellKey(read.value.address)
      const other = placed.get(key)
      if (other !== undefined) refuse(source, line.line, `this cell is also in line ${other.line.line}`)
      else if (line.status !== status)
        refuse(source, line.line, 'section_status differs from other lines of this section')
      placed.set(key, read.value)
    }
  }
  return [...placed.values()]
}

function placeLine(section: string, line: AnswerLine, { cells }: ImportedQuestionnaire): Result<CellLine> {
  const fixed = cells.get(codedCellKey(section, line.cell))
  const found =
    fixed?.subSection.is_repeating === false
      ? fixed
      : cells.get(codedCellKey(section, { ...line.cell, row: '' }))
  const address = found && addressOf(found, line)
  if (found === undefined || address === undefined)
    return err(`${unknownCellFault(section, line, cells)}${ifRetired}`)
  const value = readValueField(found.question, line.value)
  return value.ok ? ok({ line, cell: found, address, value: value.value }) : value
}

function addressOf(cell: CodedCell, { cell: { row } }: AnswerLine): CellAddress | undefined {
  if (!cell.subSection.is_repeating) return row === '' || cell.row?.code === row ? cell.address : undefined
  const number = /^[1-9]\d{0,3}$/.test(row) ? Number(row) : 0
  return number >= 1 && number <= MAX_REPEATED_ROWS ? { ...cell.address, row_id: number } : undefined
}

/** Says which of the codes of a cell is unknown. */
function unknownCellFault(
  section: string,
  { cell }: AnswerLine,
  cells: ImportedQuestionnaire['cells']
): string {
  const inSection = [...cells.values()].filter(place => place.section.code === section)
  const inSub = inSection.filter(place => place.subSection.code === cell.sub_section)
  if (inSub.length === 0) return `there is no sub_section "${cell.sub_section}" in "${section}"`
  const ofQuestion = inSub.filter(place => place.question.code === cell.question)
  if (ofQuestion.length === 0) return `there is no question "${cell.question}" in "${cell.sub_section}"`
  if (ofQuestion.some(({ subSection }) => subSection.is_repeating))
    return `row "${cell.row}" is not a number from 1 to ${MAX_REPEATED_ROWS}, or column "${cell.column}" is unknown`
  return `the question "${cell.question}" is not at row "${cell.row}", column "${cell.column}"`
}
