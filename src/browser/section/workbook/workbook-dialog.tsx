import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { Button } from '#browser/ui/button.tsx'
import { Spinner } from '#browser/ui/icon.tsx'
import { DownloadIcon, FileSpreadsheet } from '#browser/ui/icons/icon-paths.ts'
import { ErrorText } from '#browser/ui/notice.tsx'
import { countOf } from '#lib/format.ts'
import { ImportPreviewView } from './import-preview-view.tsx'
import type { ImportChange } from './import-preview.ts'
import type { WorkbookKind, WorkbookSource } from './source.ts'
import { $downloadFault, downloadWorkbook } from './workbook-download.ts'
import { $importStep, resetDialog, readImport } from './workbook-import.ts'

interface WorkbookDialogProps {
  /** The modal that shows it supplies the name. */
  title: string
  source: WorkbookSource
  /** Why answers cannot be uploaded; null if the section is open for entry. */
  lockedBecause: string | null
  /** Applies many cells as one undoable step. */
  onApply: (changes: ImportChange[]) => void
  onClose: () => void
}

/** The workbook dialog: download the section, fill it in elsewhere, upload the answers. */
export function WorkbookDialog({ source, lockedBecause, onApply, onClose }: WorkbookDialogProps) {
  const step = useStore($importStep)
  useEffect(() => resetDialog, [])
  if (step.is === 'preview') return <ImportPreviewView step={step} source={source} onApply={onApply} />
  if (step.is === 'done') return <ImportDone count={step.count} left={step.left} onClose={onClose} />
  return (
    <div className="grid gap-6">
      <Downloads source={source} />
      {lockedBecause === null ? (
        <section aria-labelledby="workbook-upload">
          <h3 id="workbook-upload" className="text-section-strong mb-1">
            Upload answers
          </h3>
          <FileChoice source={source} />
        </section>
      ) : (
        <p className="text-small text-ink-2">{lockedBecause}</p>
      )}
    </div>
  )
}

function Downloads({ source }: { source: WorkbookSource }) {
  const fault = useStore($downloadFault)
  const button = (fileKind: 'xlsx' | 'csv', kind: WorkbookKind, label: string) => (
    <Button
      icon={fileKind === 'xlsx' ? FileSpreadsheet : DownloadIcon}
      onClick={() => downloadWorkbook(source, fileKind, kind)}
    >
      {label}
    </Button>
  )
  return (
    <section aria-labelledby="workbook-download">
      <h3 id="workbook-download" className="text-section-strong mb-1">
        Download
      </h3>
      <p className="text-small text-ink-2 max-w-[66ch] mb-3">
        The section with its guidance, units and options. Download it with answers to change and upload them,
        or blank to share or print.
      </p>
      <div className="flex flex-wrap gap-2">
        {button('xlsx', 'filled', 'Excel, with answers')}
        {button('xlsx', 'blank', 'Excel, blank')}
        {button('csv', 'filled', 'CSV, with answers')}
        {button('csv', 'blank', 'CSV, blank')}
      </div>
      <ErrorText className="mt-2">{fault}</ErrorText>
    </section>
  )
}

/** A file from the system's dialog, or dropped here. */
function FileChoice({ source }: { source: WorkbookSource }) {
  const step = useStore($importStep)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file !== undefined) void readImport(source, file)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <>
      <p className="text-small text-ink-2 max-w-[66ch] mb-3">
        You can check every change before it is made. Formulas are not recalculated.
      </p>
      <div
        onDragOver={event => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
        className={`flex flex-wrap items-center gap-3 rounded-lg p-4 border border-dashed ${isOver ? 'border-brand-mark bg-brand-tint' : 'border-line-strong'}`}
      >
        <Button kind="main" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <span className="text-small text-ink-2">or drop it here: .xlsx or .csv, up to 10 MB</span>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Workbook to upload"
          accept=".xlsx,.csv"
          onChange={event => {
            take(event.target.files)
            // Choosing the same file again, after correcting it, counts as a choice.
            event.target.value = ''
          }}
        />
      </div>
      <div role="status" className="mt-2 text-small">
        {step.is === 'reading' && (
          <span className="inline-flex items-center gap-2">
            <Spinner /> Reading {step.fileName} …
          </span>
        )}
        {step.is === 'refused' && (
          <p className="text-bad">
            <strong className="font-medium">{step.fileName}</strong>: {step.reason}
          </p>
        )}
      </div>
    </>
  )
}

function ImportDone({ count, left, onClose }: { count: number; left: number; onClose: () => void }) {
  return (
    <div className="grid gap-3 justify-items-start">
      <p role="status">
        {count === 0 ? 'Nothing was changed.' : `${countOf(count, 'cell')} uploaded. Press Ctrl+Z to undo.`}
        {left > 0 && ` ${countOf(left, 'cell')} of the file ${left === 1 ? 'was' : 'were'} left out.`}
      </p>
      <div className="flex gap-2">
        <Button kind="main" onClick={onClose}>
          Back to the section
        </Button>
        <Button onClick={resetDialog}>Another file</Button>
      </div>
    </div>
  )
}
