import type * as v from 'valibot'
import { contentLimits } from '#contract/list-limits.ts'
import type { ProjectContact } from '#contract/projects.ts'
import { requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { visibleDocuments } from '#server/documents/readable-documents.ts'
import { requireRow } from '#server/http/api-error.ts'
import type { RouteOf } from '#server/http/route.ts'

export const getProjectAbout: RouteOf<'getProjectAbout'> = async ({ query }, { database, caller, now }) => {
  const { programmeId } = caller
  await requireProject(database, programmeId, query.project_id)
  await requireTimePeriod(database, programmeId, query.time_period_id)
  const abouts = await database
    .selectFrom('project_abouts')
    .select(['about_id', 'heading', 'body_html', 'display_order'])
    .where(eb => eb.and({ programme_id: programmeId, project_id: query.project_id }))
    .where(eb => eb.or([eb('time_period_id', 'is', null), eb('time_period_id', '=', query.time_period_id)]))
    .orderBy('display_order')
    .orderBy('about_id')
    .limit(contentLimits.abouts.most)
    .execute()
  const documents = await visibleDocuments(database, programmeId, caller, now)
    .where('d.project_id', '=', query.project_id)
    .where(eb =>
      eb.or([eb('d.time_period_id', 'is', null), eb('d.time_period_id', '=', query.time_period_id)])
    )
    .limit(contentLimits.documents.most)
    .execute()
  return {
    abouts,
    key_dates: await keyDates(database, programmeId, query),
    project_contacts: await projectContacts(database, programmeId, query.project_id),
    documents: documents.map(documentLink)
  }
}

type VisibleDocument = Awaited<ReturnType<ReturnType<typeof visibleDocuments>['execute']>>[number]

const documentLink = ({ document_id, document_name, file_name, size_bytes }: VisibleDocument) => ({
  document_id,
  document_name,
  file_name,
  size_bytes
})

const WINDOW_LABELS = {
  registration_opens_at: 'Registration opens',
  registration_closes_at: 'Registration closes',
  collection_opens_at: 'Data collection opens',
  collection_closes_at: 'Data collection closes',
  published_at: 'Results are published'
} as const
const dateNames = Object.keys(WINDOW_LABELS) as (keyof typeof WINDOW_LABELS)[]

/** The dates that are set, in chronological order. */
async function keyDates(
  database: Database,
  programmeId: number,
  place: { project_id: number; time_period_id: number }
) {
  const dates = await requireRow(
    database.selectFrom('project_periods').select(dateNames),
    { programme_id: programmeId, project_id: place.project_id, time_period_id: place.time_period_id },
    'period of this project'
  )
  return dateNames
    .flatMap(name =>
      dates[name] === null
        ? []
        : [
            {
              label: WINDOW_LABELS[name],
              date: dates[name].toISOString(),
              is_end: name.endsWith('_closes_at')
            }
          ]
    )
    .toSorted((one, other) => one.date.localeCompare(other.date))
}

export function projectContacts(
  database: Database,
  programmeId: number,
  projectId: number
): Promise<v.InferOutput<typeof ProjectContact>[]> {
  return database
    .selectFrom('project_contacts')
    .select(['contact_name', 'email_address', 'contact_role'])
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))
    .orderBy('display_order')
    .orderBy('project_contact_id')
    .limit(contentLimits.contacts.most)
    .execute()
}

export const listProjectGuidances: RouteOf<'listProjectGuidances'> = async (
  { query },
  { database, caller, now }
) => {
  await requireProject(database, caller.programmeId, query.project_id)
  const guidances = await database
    .selectFrom('project_guidances')
    .select(['project_guidance_id', 'title', 'body_html', 'document_id', 'display_order'])
    .where(eb => eb.and({ programme_id: caller.programmeId, project_id: query.project_id }))
    .orderBy('display_order')
    .orderBy('project_guidance_id')
    .limit(query.limit)
    .execute()
  const questions = await guidedQuestions(database, caller.programmeId, query.project_id)
  const documentIds = guidances.flatMap(({ document_id }) => document_id ?? [])
  const documents =
    documentIds.length === 0
      ? []
      : await visibleDocuments(database, caller.programmeId, caller, now)
          .where('d.document_id', 'in', documentIds)
          .execute()
  const linkOf = new Map(documents.map(document => [document.document_id, documentLink(document)]))
  const project_guidances = guidances.map(guidance => ({
    ...guidance,
    document: linkOf.get(guidance.document_id ?? 0) ?? null,
    question_ids: (questions.get(guidance.project_guidance_id) ?? []).map(row => row.question_id)
  }))
  return { project_guidances }
}

async function guidedQuestions(database: Database, programmeId: number, projectId: number) {
  const rows = await database
    .selectFrom('guidance_questions as q')
    .innerJoin('project_guidances as g', join => inProgramme(join, 'g', 'q', 'project_guidance_id'))
    .select(['q.project_guidance_id', 'q.question_id'])
    .where(eb => eb.and({ 'q.programme_id': programmeId, 'g.project_id': projectId }))
    .orderBy('q.question_id')
    .execute()
  return Map.groupBy(rows, row => row.project_guidance_id)
}

export const listScopes: RouteOf<'listScopes'> = async ({ query }, { database, caller }) => {
  await requireProject(database, caller.programmeId, query.project_id)
  const scopes = await database
    .selectFrom('scopes')
    .select(['scope_id', 'scope_name', 'scope_description'])
    .where(eb => eb.and({ programme_id: caller.programmeId, project_id: query.project_id }))
    .orderBy('display_order')
    .orderBy('scope_id')
    .limit(query.limit)
    .execute()
  return { scopes }
}
