// Published editions as files, for everyone who sees their figures in charts.

import { citationOf, releaseName } from '#domain/releases/release-texts.ts'
import { requireFound } from '#server/http/api-error.ts'
import type { RouteOf } from '#server/http/route.ts'
import { StreamedFile } from '#server/http/streamed-file.ts'
import { releasedEditions, type ReleasedEdition } from './released-editions.ts'
import { requireStored, sizesOf, storedPieces } from './store.ts'

const fileName = ({ facts }: ReleasedEdition): string => `${releaseName(facts)}.zip`

export const listReleases: RouteOf<'listReleases'> = async ({ query }, context) => {
  const editions = await releasedEditions(context, query)
  const sizes = await sizesOf(context.database, editions)
  return {
    releases: editions.map(edition => ({
      edition_number: edition.facts.editionNumber,
      published_at: edition.publishedAt.toISOString(),
      file_name: fileName(edition),
      size_bytes: sizes.get(edition.editionId) ?? null,
      citation: citationOf(edition.facts)
    }))
  }
}

export const downloadRelease: RouteOf<'downloadRelease'> = async ({ query }, context) => {
  const { database, caller, now } = context
  const editions = await releasedEditions(context, query)
  const edition = requireFound(
    editions.find(({ facts }) => facts.editionNumber === query.edition_number),
    'edition'
  )
  await requireStored(database, edition, caller, now)
  return new StreamedFile(() => storedPieces(database, edition), fileName(edition), 'application/zip')
}
