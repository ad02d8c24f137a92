import { formatBytes } from '#lib/text/format-bytes.ts'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { Check, DownloadIcon, RotateCw, TriangleAlert, X } from './icons/icon-paths.ts'
import { ProgressBar } from './progress.tsx'

export type DownloadProgress =
  | { is: 'running'; received: number }
  | { is: 'stopped'; received: number }
  | { is: 'failed'; error: string }
  | { is: 'gone' }
  | { is: 'saved' }

interface DownloadStateProps {
  name: string
  /** 0 if it is not known. */
  size: number
  /** Undefined until it is requested. */
  progress: DownloadProgress | undefined
  onStart: () => void
  onStop: () => void
}

/** A download in place: the button, then a progress bar with a stop button, then the result. */
export function DownloadState({ name, size, progress, onStart, onStop }: DownloadStateProps) {
  if (progress === undefined) {
    return (
      <Button kind="quiet" size="s" icon={DownloadIcon} aria-label={`Download ${name}`} onClick={onStart}>
        Download
      </Button>
    )
  }
  if (progress.is === 'running')
    return <Running name={name} size={size} received={progress.received} onStop={onStop} />
  if (progress.is === 'gone') {
    return (
      <span role="status" className="inline-flex items-center gap-1.5 text-small text-warn">
        <Icon of={TriangleAlert} />
        No longer there
      </span>
    )
  }
  if (progress.is === 'saved') {
    return (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-2 text-small">
        <span role="status" className="inline-flex items-center gap-1.5 text-ok">
          <Icon of={Check} />
          Saved to your downloads
        </span>
        <Button kind="quiet" size="s" aria-label={`Download ${name} again`} onClick={onStart}>
          Again
        </Button>
      </span>
    )
  }
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2 text-small">
      <span role="status" className="inline-flex items-center gap-1.5 text-bad">
        <Icon of={X} />
        {progress.is === 'stopped' ? `Stopped at ${formatBytes(progress.received)}` : progress.error}
      </span>
      <Button size="s" icon={RotateCw} aria-label={`Try again: ${name}`} onClick={onStart}>
        Try again
      </Button>
    </span>
  )
}

function Running({
  name,
  size,
  received,
  onStop
}: {
  name: string
  size: number
  received: number
  onStop: () => void
}) {
  const percent = size === 0 ? 0 : Math.min(100, Math.floor((100 * received) / size))
  return (
    <span className="inline-flex items-center gap-2 text-small tabular-nums">
      <span className="w-20">
        <ProgressBar percent={percent} label={`Downloading ${name}`} />
      </span>
      {size === 0 ? formatBytes(received) : `${percent}%`}
      <IconButton size="s" icon={X} label={`Stop: ${name}`} onClick={onStop} />
    </span>
  )
}
