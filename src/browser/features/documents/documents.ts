// Loads documents, marks new ones, and filters them.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { listDocuments, type Document } from '#contract/documents.ts'
import { groupBy } from '#lib/group-by.ts'
import { mapResult } from '#lib/result.ts'
import { capitalise } from '#lib/text/capitalised.ts'
import { hasEveryWord } from '#lib/text/has-every-word.ts'

export const $documents = loadableStore<Document[]>()

/** Those of the period and those without one; all if no period is given. */
export async function loadDocuments(timePeriodId: number | null, userId: string): Promise<void> {
  const period = timePeriodId === null ? {} : { time_period_id: timePeriodId }
  const query = { programme_id: runtimeConfig().programmeId, ...period }
  await $documents.load(`${userId}/${timePeriodId}`, async () =>
    mapResult(await call(listDocuments, { query }), reply => reply.documents)
  )
}

export interface DocumentFilter {
  onlyNew: boolean
  type: string | null
  query: string
}

export interface DocumentGroup {
  /** 0 for documents without a project. */
  projectId: number
  name: string
  documents: Document[]
  newCount: number
}

export const isNew = ({ published_at }: Document, since: string | null): boolean =>
  since !== null && published_at > since

/** The query is searched in the name, the file name and the project's name. */
export function documentsToShow(
  documents: readonly Document[],
  { onlyNew, type, query }: DocumentFilter,
  since: string | null
): Document[] {
  return documents.filter(
    document =>
      (!onlyNew || isNew(document, since)) &&
      (type === null || document.document_type === type) &&
      hasEveryWord(`${document.document_name} ${document.file_name} ${document.project_name ?? ''}`, query)
  )
}

/** By project, in the order of the newest document of each; documents without a project come last. */
export function documentGroups(
  documents: readonly Document[],
  since: string | null,
  programmeName: string
): DocumentGroup[] {
  const groups = [...groupBy(documents, document => document.project_id ?? 0)].map(([projectId, own]) => ({
    projectId,
    name: own[0]?.project_name ?? programmeName,
    documents: own.toSorted((one, other) => other.published_at.localeCompare(one.published_at)),
    newCount: own.filter(document => isNew(document, since)).length
  }))
  return groups.toSorted(
    (one, other) =>
      Number(one.projectId === 0) - Number(other.projectId === 0) ||
      (other.documents[0]?.published_at ?? '').localeCompare(one.documents[0]?.published_at ?? '')
  )
}

/** The document types that occur, as choices. */
export const typesOf = (documents: readonly Document[]): string[] =>
  [...new Set(documents.map(({ document_type }) => document_type))].toSorted()

export const typeWord = (type: string): string => capitalise(type).replaceAll('_', ' ')

/** 'PDF', from the file's extension. */
export const fileKind = (fileName: string): string =>
  (/\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1] ?? 'file').toUpperCase()

/** Who else can read a document, so that people know what they may share. */
export function openTo(
  document: Document,
  ownOrganisationId: number | null,
  organisations: readonly { id: number; organisation_name: string }[]
) {
  if (document.organisation_id !== null) {
    if (document.organisation_id === ownOrganisationId) return 'Your organisation'
    return (
      organisations.find(({ id }) => id === document.organisation_id)?.organisation_name ?? 'One organisation'
    )
  }
  return document.is_public ? 'Public' : 'Members'
}
