// The heat map of every organisation's progress in every section, for admins. Each row loads when it becomes visible.

import { map } from 'nanostores'
import { type Loadable, loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import type { ExplorerScope } from '#browser/features/explorer/selection/comparison.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { MAX_SUBMISSIONS } from '#contract/limits.ts'
import { listQuestionnaires, type SectionStatus } from '#contract/questionnaires.ts'
import { getCompletion, type SectionCompletion } from '#contract/section-submissions.ts'
import { listOrganisationSubmissions } from '#contract/submissions.ts'
import { completionPercent } from '#domain/answers/completion.ts'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'
import { compareForSort, compareNames, sortByDisplayOrder } from '#lib/compare.ts'
import { groupBy } from '#lib/group-by.ts'
import { limitConcurrency } from '#lib/limit-concurrency.ts'
import { ok, type Result } from '#lib/result.ts'

export interface MapSection {
  questionnaireId: number
  questionnaireName: string
  sectionId: number
  name: string
}

export type MapOrganisation = ReplyOf<typeof listOrganisationSubmissions>['organisation_submissions'][number]

export interface CompletionMapData {
  sections: readonly MapSection[]
  organisations: readonly MapOrganisation[]
}

/** One section of an organisation, over all its submissions with that section. */
export interface MapCell {
  percent: number
  /** Of the submission that is furthest behind; in progress once any has begun. */
  status: SectionStatus
  warningCount: number
  /** The submission that is furthest behind, to which the cell links. */
  submissionId: number
  submissionName: string
}

/** By section id, without sections that apply to none of the submissions. */
export type MapRow = ReadonlyMap<number, MapCell>

export const $completionMap = loadableStore<CompletionMapData>()
export const $mapRows = map<Record<number, Loadable<MapRow>>>({})

type MapScope = Pick<ExplorerScope, 'projectId' | 'timePeriodId' | 'readerId'>

export async function loadCompletionMap({ projectId, timePeriodId, readerId }: MapScope): Promise<void> {
  await $completionMap.load(`${readerId}/${projectId}/${timePeriodId}`, async isNewest => {
    if (isNewest()) $mapRows.set({})
    const place = { project_id: projectId, time_period_id: timePeriodId }
    const listed = await call(listOrganisationSubmissions, { query: { ...place, limit: MAX_SUBMISSIONS } })
    if (!listed.ok) return listed
    const organisations = listed.value.organisation_submissions.filter(one => one.submission_list.length > 0)
    const sections = await readMapSections(place, organisations)
    return sections.ok ? ok({ organisations, sections: sections.value }) : sections
  })
}

/** The sections of all scopes. A submission's sections depend on its scope alone, so one submission of each scope is read. */
async function readMapSections(
  place: { project_id: number; time_period_id: number },
  organisations: readonly MapOrganisation[]
): Promise<Result<MapSection[]>> {
  const submissions = organisations.flatMap(organisation => organisation.submission_list)
  const firstOfScope = new Map(
    submissions.toReversed().map(submission => [submission.scope_id, submission.id])
  )
  const sections = new Map<number, MapSection>()
  for (const submission_id of firstOfScope.values()) {
    const listed = await call(listQuestionnaires, { query: { ...place, submission_id } })
    if (!listed.ok) return listed
    for (const questionnaire of listed.value.questionnaires) {
      if (questionnaire.questionnaire_type !== 'standard') continue
      const { questionnaire_id: questionnaireId, questionnaire_name: questionnaireName } = questionnaire
      for (const { section_id, section_name } of sortByDisplayOrder(questionnaire.sections ?? []))
        sections.set(section_id, {
          questionnaireId,
          questionnaireName,
          sectionId: section_id,
          name: section_name
        })
    }
  }
  return ok([...sections.values()].toSorted((one, other) => one.questionnaireId - other.questionnaireId))
}

const inMapQueue = limitConcurrency(4)

/** Loads an organisation's row unless it is loaded or loading. */
export async function loadMapRow({ id, submission_list }: MapOrganisation): Promise<void> {
  const known = $mapRows.get()[id]
  if (known && known.state !== 'failed') return
  $mapRows.setKey(id, { state: 'loading' })
  const of = $completionMap.get()
  const entries: SubmissionEntry[] = []
  for (const { id: submission_id, name } of submission_list) {
    const result = await inMapQueue(() => call(getCompletion, { query: { submission_id } }))
    // Another period was chosen meanwhile.
    if ($completionMap.get() !== of) return
    if (!result.ok)
      return $mapRows.setKey(id, { state: 'failed', error: result.error, status: result.status })
    entries.push(
      ...result.value.section_submissions.map(section => ({ submissionId: submission_id, name, section }))
    )
  }
  $mapRows.setKey(id, { state: 'ready', value: mapRow(entries) })
}

export interface SubmissionEntry {
  submissionId: number
  name: string
  section: Pick<
    SectionCompletion,
    'section_id' | 'applicable_count' | 'answered_count' | 'warning_count' | 'status'
  >
}

/** By the name, the number of submissions, or the section with that id. */
export interface MapSort {
  by: 'name' | 'submissions' | number
  isDescending: boolean
}

/** Whether all rows that the order needs are loaded. Failed rows count as loaded. */
export const canSort = (
  { by }: MapSort,
  organisations: readonly MapOrganisation[],
  rows: Readonly<Record<number, Loadable<MapRow>>>
): boolean =>
  typeof by === 'string' ||
  organisations.every(({ id }) => rows[id] !== undefined && rows[id].state !== 'loading')

/** Equal ones are in the order of their names. Those without the section, or whose row failed, stay last. */
export function sortOrganisations(
  organisations: readonly MapOrganisation[],
  { by, isDescending }: MapSort,
  rows: Readonly<Record<number, Loadable<MapRow>>>
): MapOrganisation[] {
  const valueOf = ({ id, organisation_name, submission_list }: MapOrganisation): string | number | null => {
    if (by === 'name') return organisation_name
    if (by === 'submissions') return submission_list.length
    const row = rows[id]
    return row?.state === 'ready' ? (row.value.get(by)?.percent ?? null) : null
  }
  return organisations.toSorted(
    (one, other) =>
      compareForSort(valueOf(one), valueOf(other), isDescending) ||
      compareNames(one.organisation_name, other.organisation_name)
  )
}

/** From least to most progress. */
const statuses: readonly SectionStatus[] = ['not_started', 'in_progress', 'complete', 'signed_off']

export function mapRow(entries: readonly SubmissionEntry[]): MapRow {
  const sections = groupBy(entries, entry => entry.section.section_id)
  return new Map([...sections].map(([sectionId, ofSection]) => [sectionId, mapCell(ofSection)]))
}

function mapCell(entries: readonly SubmissionEntry[]): MapCell {
  const sum = (name: 'applicable_count' | 'answered_count' | 'warning_count'): number =>
    entries.reduce((total, { section }) => total + section[name], 0)
  const rank = ({ section }: SubmissionEntry): number => statuses.indexOf(section.status)
  const percentOf = ({ section }: SubmissionEntry): number =>
    completionPercent(section, isSectionDone(section.status))
  const behind = entries.toSorted(
    (one, other) => rank(one) - rank(other) || percentOf(one) - percentOf(other)
  )[0]!
  const hasBegun = entries.some(({ section }) => section.status !== 'not_started')
  return {
    percent: completionPercent(
      { applicable_count: sum('applicable_count'), answered_count: sum('answered_count') },
      entries.every(({ section }) => isSectionDone(section.status))
    ),
    status: behind.section.status === 'not_started' && hasBegun ? 'in_progress' : behind.section.status,
    warningCount: sum('warning_count'),
    submissionId: behind.submissionId,
    submissionName: behind.name
  }
}
