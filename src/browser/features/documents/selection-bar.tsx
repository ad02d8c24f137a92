import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Check, DownloadIcon, RotateCw, X } from '#browser/ui/icons/icon-paths.ts'
import { ProgressBar } from '#browser/ui/progress.tsx'
import type { Document } from '#contract/documents.ts'
import { countOf, formatBytes } from '#lib/format.ts'
import { $zip, downloadZip, resetZip, saveZip, sizeOf, stopZip, type ZipState } from './zip.ts'

interface DocumentSelectionBarProps {
  chosen: readonly Document[]
  isAll: boolean
  onAll: (isOn: boolean) => void
}

/** The selected documents, with the zip and its progress in one place. */
export function DocumentSelectionBar({ chosen, isAll, onAll }: DocumentSelectionBarProps) {
  const zip = useStore($zip)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen.length > 0 && !isAll
  }, [chosen.length, isAll])
  return (
    <section
      aria-label="Selected documents"
      className="flex min-h-11 flex-wrap items-center gap-3 border-0 border-b border-solid border-brand-line bg-brand-tint px-3 py-1.5"
    >
      <label className="flex items-center gap-3 font-medium">
        <Checkbox ref={box} checked={isAll} onChange={onAll} />
        {chosen.length} selected
      </label>
      {zip.is === 'idle' ? (
        <Button
          kind="main"
          size="s"
          icon={DownloadIcon}
          disabled={chosen.length === 0}
          onClick={() => downloadZip(chosen)}
        >
          Download {chosen.length} as a zip
        </Button>
      ) : (
        <ZipProgress zip={zip} />
      )}
      {zip.is === 'idle' && (
        <span className="text-small text-ink-2 tabular-nums">{formatBytes(sizeOf(chosen))}</span>
      )}
      <span className="ml-auto" />
      <Button
        kind="quiet"
        size="s"
        onClick={() => {
          resetZip()
          onAll(false)
        }}
      >
        Clear selection
      </Button>
    </section>
  )
}

function ZipProgress({ zip }: { zip: Exclude<ZipState, { is: 'idle' }> }) {
  switch (zip.is) {
    case 'running':
      return (
        <span className="flex flex-wrap items-center gap-3 text-small tabular-nums">
          <span role="status">Downloading {countOf(zip.count, 'document')}</span>
          <span className="w-36">
            <ProgressBar
              percent={zip.total === 0 ? 0 : Math.min(100, Math.floor((100 * zip.received) / zip.total))}
              label="Downloading the documents"
            />
          </span>
          {formatBytes(zip.received)} of {formatBytes(zip.total)}
          <Button size="s" onClick={stopZip}>
            Stop
          </Button>
        </span>
      )
    case 'saved':
      return (
        <span role="status" className="flex items-center gap-1.5 text-small text-ok">
          <Icon of={Check} />
          {countOf(zip.count, 'document')} saved to your downloads
        </span>
      )
    case 'incomplete':
      return (
        <Faulty
          text={`${zip.missing.map(({ document_name }) => document_name).join(', ')} could not be downloaded`}
          onRetry={() => downloadZip(zip.wanted)}
        >
          {zip.missing.length < zip.wanted.length && (
            <Button kind="quiet" size="s" onClick={() => saveZip(zip.wanted)}>
              Download without {zip.missing.length === 1 ? 'it' : 'them'}
            </Button>
          )}
        </Faulty>
      )
    case 'failed':
      return <Faulty text="The zip file could not be created" onRetry={() => saveZip(zip.wanted)} />
  }
}

function Faulty({
  text,
  onRetry,
  children
}: {
  text: string
  onRetry: () => Promise<void>
  children?: React.ReactNode
}) {
  return (
    <span className="flex flex-wrap items-center gap-2 text-small">
      <span role="alert" className="flex items-center gap-1.5 text-bad">
        <Icon of={X} />
        {text}
      </span>
      {children}
      <Button size="s" icon={RotateCw} onClick={() => onRetry()}>
        Try again
      </Button>
    </span>
  )
}
