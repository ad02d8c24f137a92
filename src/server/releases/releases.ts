// Published editions as files, for everyone who sees their figures in charts.

import { citationOf, releaseName } from '#domain/releases/release-texts.ts'
import { countDownload } from '#server/exports/running-downloads.ts'
import type { RouteOf } from '#server/http/route.ts'
import { StreamedFile } from '#server/http/streamed-file.ts'
import { releasedEditions, type ReleasedEdition } from './released-editions.ts'
import { countParts, requireStored, sizesOf, storedPieces } from './store.ts'

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

export const downloadRelease: RouteOf<'downloadRelease'> = ({ query }, context) =>
  countDownload(context, async () => {
    const edition = await requireStored(context, query)
    const count = await countParts(context.database, edition)
    return new StreamedFile(
      () => storedPieces(context.database, edition, count),
      fileName(edition),
      'application/zip'
    )
  })
