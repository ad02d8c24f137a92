// The submissions of sections, in the database or new.

import { TAKEN_SUBMISSION_NAME } from '#server/registrations/submission-rows.ts'
import { placeLines, type CodedSection, type RefuseLine } from './coded-sections.ts'
import type { ImportContext } from './import-context.ts'
import type { ImportedQuestionnaire } from './project-codes.ts'
import type { CellLine } from './section-import.ts'
import {
  assignScope,
  createSubmissions,
  matchSubmissions,
  submissionKey,
  type ImportedSubmission,
  type SubmissionCodes
} from './submissions.ts'

export interface FoundSection extends CodedSection {
  submission: ImportedSubmission
  lines: CellLine[]
  /** The first of its submission, if this import created that. */
  isFirstOfNew: boolean
}

export async function findSections(
  context: ImportContext,
  coded: readonly CodedSection[],
  refuse: RefuseLine
): Promise<FoundSection[]> {
  const { structure, project, plan } = context
  const submissions = await matchSubmissions(
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
    if (submission === undefined) {
      refuse(source, first, takenNameFault(source.keys))
      continue
    }
    if (submission.organisation_id !== named.organisation_id) {
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

/** Why a submission was not created. */
const takenNameFault = ({ submission, organisation, period }: CodedSection['source']['keys']): string =>
  `"${submission}" ${TAKEN_SUBMISSION_NAME} of ${organisation} in ${period}, ignoring case; give the code of that submission, or another code`

/** Creates the submissions that no one has registered, unless their names are taken. Returns their keys. */
async function createMissing(
  { structure, project }: ImportContext,
  coded: readonly CodedSection[],
  submissions: Map<string, ImportedSubmission>
): Promise<Set<string>> {
  const created = new Set<string>()
  const missing = new Map(
    coded
      .filter(({ named }) => !submissions.has(submissionKey(named)))
      .toReversed()
      .map(({ named, questionnaire }) => [submissionKey(named), { ...named, questionnaire }])
  )
  // In the order of the file, period by period: a unit continues in the next one.
  const periods = new Map<number, (SubmissionCodes & { questionnaire: ImportedQuestionnaire })[]>()
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
  submission: ImportedSubmission,
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
