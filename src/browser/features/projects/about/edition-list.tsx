import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import { $downloads, stopDownload } from '#browser/stores/downloads.ts'
import { Card } from '#browser/ui/card.tsx'
import { DownloadState } from '#browser/ui/download-state.tsx'
import { FailureNotice } from '#browser/ui/notice.tsx'
import type { Edition } from '#contract/editions.ts'
import { listReleases, type Release } from '#contract/releases.ts'
import { formatMoment } from '#lib/format.ts'
import { formatBytes } from '#lib/text/format-bytes.ts'
import { $releases, loadReleases, saveRelease, type PublicationScope } from './releases.ts'

/** For members: the published editions of a period, to download. */
export function ReleasesCard({ scope, periodName }: { scope: PublicationScope; periodName: string }) {
  const releases = useStore($releases)
  const isHere = useOffered(listReleases)
  const { project_id, time_period_id } = scope
  useEffect(() => void loadReleases({ project_id, time_period_id }), [project_id, time_period_id])
  if (!isHere || releases.state === 'loading') return null
  if (releases.state === 'ready' && releases.value.length === 0) return null
  return (
    <Card title={`Results of ${periodName}`}>
      <div className="grid gap-3 p-4 text-small">
        {releases.state === 'failed' ? (
          <FailureNotice what="The editions" failure={releases} onRetry={() => loadReleases(scope)} />
        ) : (
          <EditionList scope={scope} editions={releases.value} />
        )}
      </div>
    </Card>
  )
}

interface EditionListProps {
  scope: PublicationScope
  /** Newest first; only admins see who published them. */
  editions: readonly (Pick<Edition, 'edition_number' | 'published_at'> &
    Partial<Pick<Edition, 'published_by'>>)[]
}

export function EditionList({ scope, editions }: EditionListProps) {
  const releases = useStore($releases)
  const known = releases.state === 'ready' ? releases.value : []
  if (editions.length === 0) return <p>Nothing is published yet. Figures are provisional.</p>
  return (
    <>
      <ul className="grid gap-2">
        {editions.map(({ edition_number, published_at, published_by }, index) => {
          const release = known.find(one => one.edition_number === edition_number)
          return (
            <li key={edition_number}>
              <span className="font-medium">Edition {edition_number}</span>
              {index === 0 && editions.length > 1 && ' (shown)'}
              <br />
              <span className="text-ink-3">
                {formatMoment(published_at)}
                {published_by !== undefined && `, ${published_by ?? 'on the publication date'}`}
              </span>
              {release && <ReleaseDownload scope={scope} release={release} />}
            </li>
          )
        })}
      </ul>
      {known[0] && <ReleaseNotes release={known[0]} />}
    </>
  )
}

function ReleaseDownload({ scope, release }: { scope: PublicationScope; release: Release }) {
  const downloads = useStore($downloads)
  const { edition_number, file_name, size_bytes } = release
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
      <span className="text-ink-2">
        Data package{size_bytes !== null && `, ${formatBytes(size_bytes)} zip`}
      </span>
      <DownloadState
        name={`data package of edition ${edition_number}`}
        size={size_bytes ?? 0}
        progress={downloads[file_name]}
        onStart={() => void saveRelease(scope, release)}
        onStop={() => stopDownload(file_name)}
      />
    </div>
  )
}

function ReleaseNotes({ release: { citation } }: { release: Release }) {
  return (
    <>
      <p className="text-ink-2">
        A data package contains the published figures, the formulas of the charts and a program that checks
        the figures.
      </p>
      <div>
        <p className="font-medium">Cite as</p>
        <p className="text-ink-2">{citation}</p>
      </div>
    </>
  )
}
