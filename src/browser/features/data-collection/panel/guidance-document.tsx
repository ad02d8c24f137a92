import { useStore } from '@nanostores/react'
import { $downloads, startDownload, stopDownload } from '#browser/stores/downloads.ts'
import type { ProjectGuidance } from '#browser/stores/guidance.ts'
import { DownloadState } from '#browser/ui/download-state.tsx'

export function GuidanceDocument({ document }: { document: NonNullable<ProjectGuidance['document']> }) {
  const { document_id: id, document_name: name, size_bytes } = document
  const progress = useStore($downloads, { keys: [id] })[id]
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-small">
      <span className="min-w-0 flex-1">{name}</span>
      <DownloadState
        name={name}
        size={size_bytes}
        progress={progress}
        onStart={() => void startDownload(document)}
        onStop={() => stopDownload(id)}
      />
    </p>
  )
}
