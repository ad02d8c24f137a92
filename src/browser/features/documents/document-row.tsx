import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { $downloads, startDownload, stopDownload } from '#browser/stores/downloads.ts'
import { $organisations } from '#browser/stores/organisations.ts'
import { $session } from '#browser/stores/session.ts'
import { DownloadState } from '#browser/ui/download-state.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import type { Document } from '#contract/documents.ts'
import { openingDay } from '#domain/projects/window-days.ts'
import { formatDay } from '#lib/format.ts'
import { formatBytes } from '#lib/text/format-bytes.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { fileKind, isNew, openTo, typeWord } from './documents.ts'

interface DocumentRowProps {
  document: Document
  since: string | null
  isSelected: boolean
  onSelect: (isOn: boolean) => void
}

export function DocumentRow({ document, since, isSelected, onSelect }: DocumentRowProps) {
  const {
    document_id: id,
    document_name: name,
    document_type,
    file_name,
    size_bytes,
    published_at,
    time_period_name: period,
    version_label
  } = document
  const progress = useStore($downloads, { keys: [id] })[id]
  const audience = useAudience(document)
  const [now] = useState(() => presentTime())
  const isAhead = new Date(published_at) > now
  const day = formatDay(openingDay(published_at))
  const size =
    progress?.is === 'running'
      ? `${formatBytes(progress.received)} of ${formatBytes(size_bytes)}`
      : formatBytes(size_bytes)
  return (
    <tr className={isSelected ? 'bg-brand-tint' : 'hover:bg-surface-hover'}>
      <td className="table-cell">
        <label className="-m-2 inline-grid p-2">
          <Checkbox aria-label={`Select ${name}`} checked={isSelected} onChange={onSelect} />
        </label>
      </td>
      <th scope="row" className="table-cell text-left font-normal">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="rounded bg-sunken px-1.5 text-tiny font-medium text-ink-2">
            {fileKind(file_name)}
          </span>
          <span
            className={`min-w-0 max-md:[overflow-wrap:anywhere] ${isNew(document, since) ? 'font-medium' : ''}`}
          >
            {name}
          </span>
          {(period !== null || version_label !== '') && (
            <span className="text-small text-ink-3">
              {[period, version_label && `version ${version_label}`].filter(Boolean).join(', ')}
            </span>
          )}
          {isNew(document, since) && <Pill tone="brand">new</Pill>}
          {isAhead && <Pill tone="warn">not published yet</Pill>}
        </span>
        <span className="mt-0.5 block text-small text-ink-3 md:hidden">
          {typeWord(document_type)}, {audience.toLowerCase()}, {day}, {size}
        </span>
      </th>
      <td className="table-cell text-ink-2 max-md:hidden">{typeWord(document_type)}</td>
      <td className="table-cell text-ink-2 max-md:hidden">{audience}</td>
      <td className="table-cell whitespace-nowrap text-ink-2 max-md:hidden">{day}</td>
      <td className="table-cell num whitespace-nowrap text-ink-2 max-md:hidden">{size}</td>
      <td className="table-cell py-1! text-right">
        <DownloadState
          name={name}
          size={size_bytes}
          progress={progress}
          onStart={() => void startDownload(document)}
          onStop={() => stopDownload(id)}
        />
      </td>
    </tr>
  )
}

function useAudience(document: Document): string {
  const organisations = useStore($organisations)
  const own = useStore($session).user?.details?.organisation_id ?? null
  return openTo(document, own, organisations.state === 'ready' ? organisations.value : [])
}
