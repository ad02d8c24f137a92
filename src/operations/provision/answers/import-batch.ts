// Imports some sections at once: their submissions, what is stored of them, and what is written.

import { sql } from 'kysely'
import { MAX_REPEATED_ROWS } from '#contract/limits.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import type { CodedCell } from '#domain/exports/answer-places.ts'
import { readValueField } from '#domain/exports/read-value.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { acceptedCells } from '#server/acceptance/accepted-cells.ts'
import { writeSectionRows, type WrittenSection } from '#server/questionnaires/section-row.ts'
import { storedCells } from '#server/questionnaires/stored-cells.ts'
import { updateCountedValues, writeAnswers } from '#server/questionnaires/write.ts'
import type { AnswerLine, SectionLines } from './answer-lines.ts'
import type { ImportContext } from './import-answers.ts'
import { codedCellKey, type ImportedQuestionnaire } from './project-codes.ts'
import {
  importSection,
  type ImportedSection,
  type PlacedLine,
  type StoredSectionState
} from './section-import.ts'
import {
  assignScope,
  createSubmissions,
  findSubmissions,
  submissionKey,
  type FoundSubmission,
  type NamedSubmission
} from './submissions.ts'

/** A section whose codes are known. */
interface CodedSection {
  source: SectionLines
  named: NamedSubmission
  questionnaire: ImportedQuestionnaire
  sectionId: number
  isRetired: boolean
}

interface FoundSection extends CodedSection {
  submission: FoundSubmission
  lines: PlacedLine[]
  /** The first of its submission, if this import created that. */
  isFirstOfNew: boolean
}

export async function importBatch(context: ImportContext, batch: readonly SectionLines[]): Promise<void> {
  const { plan, structure, target } = context
  const refused = new Set<SectionLines>()
  const refuse: Refuse = (source, line, reason) => {
    refused.add(source)
    plan.refuse(source.file, { line, reason })
  }
  const coded = batch.flatMap((source): CodedSection[] => {
    const section = codedSection(context, source)
    if (section.ok) return [section.value]
    refuse(source, source.lines[0]?.line ?? 1, section.error)
    return []
  })
  const found = await findSections(context, coded, refuse)
  if (found.length === 0) return
  const ids = [...new Set(found.map(({ submission }) => submission.submission_id))]
  const stored = await storedCells(structure.tx, structure.programmeId, ids)
  const states = await sectionStatesOf(context, ids)
  const accepted = await acceptedQuestionnaires(context, ids)
  const isCellAccepted = await acceptedCells(structure.tx, {
    programmeId: structure.programmeId,
    submissionIds: ids,
    isCase: false
  })
  const results: WrittenResult[] = []
  for (const section of found) {
    const { submission_id } = section.submission
    const state = states.get(`${submission_id}:${section.sectionId}`)
    const result = importSection({
      lines: section.lines,
      structure: section.questionnaire.structures.get(section.sectionId) ?? [],
      stored: stored(submission_id),
      state: state ?? NOT_STARTED,
      isRetired: section.isRetired,
      isAccepted: accepted.has(`${submission_id}:${section.questionnaire.questionnaire_id}`),
      isCellAccepted: cell => isCellAccepted(submission_id, cell),
      mayReplace: target.mayReplace
    })
    for (const { line, reason } of result.refusals) refuse(section.source, line, reason)
    if (refused.has(section.source)) continue
    plan.count(periodKey(context, section), section.submission, result, section.isFirstOfNew)
    results.push({ section, result, state })
  }
  // A plan compares everything and writes no answer; what is refused is rolled back anyway.
  if (target.isApplied && !plan.isRefused) await writeResults(context, results)
}

const periodKey = ({ project }: ImportContext, { source, questionnaire }: CodedSection) => ({
  project: project.code,
  period: source.keys.period,
  questionnaire: questionnaire.code,
  questionnaireId: questionnaire.questionnaire_id,
  place: { file: source.file, line: source.lines[0]?.line ?? 1 }
})

/** Looks up the codes of a section, or says which of them is unknown. */
function codedSection({ project }: ImportContext, source: SectionLines): Result<CodedSection> {
  const { keys } = source
  const organisation = project.organisations.get(keys.organisation)
  const timePeriodId = project.periodIds.get(keys.period)
  const questionnaire = project.questionnaires.get(keys.questionnaire)
  if (organisation === undefined) return err(`there is no organisation "${keys.organisation}"`)
  if (timePeriodId === undefined) return err(`there is no period "${keys.period}"`)
  if (questionnaire === undefined)
    return err(`there is no questionnaire "${keys.questionnaire}"${listOf(project.questionnaires)}`)
  if (keys.case !== '' || questionnaire.questionnaire_type === 'case')
    return err(
      'single cases of a survey cannot be imported: a file has pseudonyms, which lead back to no case'
    )
  if (!questionnaire.is_active) return err(`the questionnaire "${keys.questionnaire}" is retired`)
  if (!questionnaire.periodIds.has(timePeriodId))
    return err(`the questionnaire "${keys.questionnaire}" is not asked in ${keys.period}`)
  const sectionId = questionnaire.sectionIds.get(keys.section)
  if (sectionId === undefined)
    return err(
      `there is no section "${keys.section}" in "${keys.questionnaire}"${listOf(questionnaire.sectionIds)}`
    )
  if (!/^\S(.{0,38}\S)?$/u.test(keys.submission))
    return err(`"${keys.submission}" is not a code of a submission: 1 to 40 characters`)
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
function listOf(known: ReadonlyMap<string, unknown>): string {
  const codes = [...known.keys()]
  return codes.length === 0
    ? ''
    : `; there are ${codes.slice(0, LISTED).join(', ')}${codes.length > LISTED ? ' …' : ''}`
}

type Refuse = (source: SectionLines, line: number, reason: string) => void

async function findSections(
  context: ImportContext,
  coded: readonly CodedSection[],
  refuse: Refuse
): Promise<FoundSection[]> {
  const { structure, project, plan } = context
  const submissions = await findSubmissions(
    structure,
    project.projectId,
    coded.map(({ named }) => named)
  )
  const created = await createMissing(context, coded, submissions)
  const found: FoundSection[] = []
  for (const section of coded) {
    const { source, named, questionnaire } = section
    const [first = 1] = source.lines.map(({ line }) => line)
    const submission = submissions.get(submissionKey(named))
    if (submission === undefined || submission.organisation_id !== named.organisation_id) {
      refuse(
        source,
        first,
        `the submission "${named.submission_code}" of ${source.keys.period} belongs to another organisation`
      )
      continue
    }
    const fault = await scopeFault(context, submission, questionnaire)
    if (fault !== undefined) refuse(source, first, fault)
    const place = { file: source.file, line: first }
    const other = plan.claim(section.sectionId, submission.submission_id, place)
    if (other !== undefined)
      refuse(
        source,
        first,
        `other lines of this section are at ${other.file}:${other.line}; keep all lines of a section together`
      )
    if (fault !== undefined || other !== undefined) continue
    const lines = placeLines(section, refuse)
    const isFirstOfNew = created.delete(submissionKey(named))
    found.push({ ...section, submission, lines, isFirstOfNew })
  }
  return found
}

/** Creates the submissions that no one has registered. Returns their keys. */
async function createMissing(
  { structure, project }: ImportContext,
  coded: readonly CodedSection[],
  submissions: Map<string, FoundSubmission>
): Promise<Set<string>> {
  const created = new Set<string>()
  const missing = new Map(
    coded
      .filter(({ named }) => !submissions.has(submissionKey(named)))
      .toReversed()
      .map(({ named, questionnaire }) => [submissionKey(named), { ...named, questionnaire }])
  )
  // In the order of the file, period by period: a unit continues in the next one.
  const periods = new Map<number, (NamedSubmission & { questionnaire: ImportedQuestionnaire })[]>()
  for (const one of [...missing.values()].toReversed())
    periods.set(one.time_period_id, [...(periods.get(one.time_period_id) ?? []), one])
  for (const [timePeriodId, wanted] of periods)
    for (const submission of await createSubmissions(structure, project, timePeriodId, wanted)) {
      submissions.set(submissionKey(submission), submission)
      created.add(submissionKey(submission))
    }
  return created
}

async function scopeFault(
  { structure }: ImportContext,
  submission: FoundSubmission,
  questionnaire: ImportedQuestionnaire
): Promise<string | undefined> {
  const { scopeIds, code } = questionnaire
  if (scopeIds.size === 0 || (submission.scope_id !== null && scopeIds.has(submission.scope_id)))
    return undefined
  if (submission.scope_id !== null)
    return `the questionnaire "${code}" does not apply to the scope of the submission "${submission.submission_code}"`
  await assignScope(structure, submission, questionnaire)
  return undefined
}

/** The cells and values of a section's lines; refuses lines that have none. */
function placeLines({ source, questionnaire }: CodedSection, refuse: Refuse): PlacedLine[] {
  const placed = new Map<string, PlacedLine>()
  const [{ status = null } = {}] = source.lines
  for (const line of source.lines) {
    const read = placeLine(source.keys.section, line, questionnaire)
    if (!read.ok) refuse(source, line.line, read.error)
    else {
      const key = cellKey(read.value.address)
      const other = placed.get(key)
      if (other !== undefined) refuse(source, line.line, `this cell is also in line ${other.line.line}`)
      else if (line.status !== status)
        refuse(source, line.line, 'section_status differs from that of other lines of this section')
      placed.set(key, read.value)
    }
  }
  return [...placed.values()]
}

function placeLine(section: string, line: AnswerLine, { cells }: ImportedQuestionnaire): Result<PlacedLine> {
  const fixed = cells.get(codedCellKey(section, line.cell))
  const found =
    fixed?.subSection.is_repeating === false
      ? fixed
      : cells.get(codedCellKey(section, { ...line.cell, row: '' }))
  const address = found && addressOf(found, line)
  if (found === undefined || address === undefined) return err(unknownCell(section, line, cells))
  const value = readValueField(found.question, line.value)
  return value.ok ? ok({ line, cell: found, address, value: value.value }) : value
}

function addressOf(cell: CodedCell, { cell: { row } }: AnswerLine): CellAddress | undefined {
  if (!cell.subSection.is_repeating) return row === '' || cell.row?.code === row ? cell.address : undefined
  const number = /^[1-9]\d{0,3}$/.test(row) ? Number(row) : 0
  return number >= 1 && number <= MAX_REPEATED_ROWS ? { ...cell.address, row_id: number } : undefined
}

/** Says which of the codes of a cell is unknown. */
function unknownCell(section: string, { cell }: AnswerLine, cells: ImportedQuestionnaire['cells']): string {
  const inSection = [...cells.values()].filter(place => place.section.code === section)
  const inSub = inSection.filter(place => place.subSection.code === cell.sub_section)
  if (inSub.length === 0) return `there is no sub_section "${cell.sub_section}" in "${section}"`
  const ofQuestion = inSub.filter(place => place.question.code === cell.question)
  if (ofQuestion.length === 0) return `there is no question "${cell.question}" in "${cell.sub_section}"`
  if (ofQuestion.some(({ subSection }) => subSection.is_repeating))
    return `row "${cell.row}" is not a number from 1 to ${MAX_REPEATED_ROWS}, or column "${cell.column}" is unknown`
  return `the question "${cell.question}" is not at row "${cell.row}", column "${cell.column}"`
}

interface StoredState extends StoredSectionState {
  submission_id: number
  section_id: number
  reopened_after_sign_off_at: Date | null
  changed_after_sign_off_at: Date | null
  signed_off_at: Date | null
  signed_off_by_user_id: number | null
}

const NOT_STARTED: StoredSectionState = {
  status: 'not_started',
  version: 0,
  is_imported: false
}

async function sectionStatesOf(
  { structure: { tx, programmeId } }: ImportContext,
  submissionIds: readonly number[]
): Promise<Map<string, StoredState>> {
  const rows = await tx
    .selectFrom('section_submissions')
    .select(['submission_id', 'section_id', 'status', 'version', 'is_imported'])
    .select([
      'reopened_after_sign_off_at',
      'changed_after_sign_off_at',
      'signed_off_at',
      'signed_off_by_user_id'
    ])
    .where('programme_id', '=', programmeId)
    .where('case_code_id', '=', 0)
    .where(sql<boolean>`submission_id = any(${[...submissionIds]}::bigint[])`)
    .execute()
  return new Map(rows.map(row => [`${row.submission_id}:${row.section_id}`, row]))
}

async function acceptedQuestionnaires(
  { structure: { tx, programmeId } }: ImportContext,
  submissionIds: readonly number[]
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('acceptances')
    .select(['submission_id', 'questionnaire_id'])
    .where('programme_id', '=', programmeId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`submission_id = any(${[...submissionIds]}::bigint[])`)
    .execute()
  return new Set(rows.map(row => `${row.submission_id}:${row.questionnaire_id}`))
}

interface WrittenResult {
  section: FoundSection
  result: ImportedSection
  state: StoredState | undefined
}

async function writeResults(
  { structure, target }: ImportContext,
  results: readonly WrittenResult[]
): Promise<void> {
  const { programmeId } = structure
  const unitOf = ({ submission }: FoundSection) => ({
    submission_id: submission.submission_id,
    case_code_id: 0
  })
  await writeAnswers(
    structure,
    { programmeId, userId: null, now: target.now },
    results.flatMap(({ section, result }) => result.writes.map(write => ({ ...write, ...unitOf(section) })))
  )
  await updateCountedValues(
    structure,
    programmeId,
    results.flatMap(({ section, result }) =>
      result.conditional.map(cell => ({ ...cell, ...unitOf(section) }))
    )
  )
  await writeSectionRows(
    structure,
    programmeId,
    results.flatMap(({ section, result, state }): WrittenSection[] => {
      if (result.state === null) return []
      const { status, isImported, counts } = result.state
      // Who signed off is known of people only.
      const isSigned = status === 'signed_off' && !isImported
      return [
        {
          ...unitOf(section),
          section_id: section.sectionId,
          status,
          version: (state?.version ?? 0) + 1,
          applicable_count: counts.applicable_count,
          answered_count: counts.answered_count,
          warning_count: counts.warning_count,
          updated_at: target.now,
          updated_by_user_id: null,
          reopened_after_sign_off_at: state?.reopened_after_sign_off_at ?? null,
          changed_after_sign_off_at: state?.changed_after_sign_off_at ?? null,
          signed_off_at: isSigned ? (state?.signed_off_at ?? null) : null,
          signed_off_by_user_id: isSigned ? (state?.signed_off_by_user_id ?? null) : null,
          is_imported: isImported
        }
      ]
    })
  )
}
