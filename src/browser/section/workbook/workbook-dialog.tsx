import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { Button } from '#browser/ui/button.tsx'
import { Spinner } from '#browser/ui/icon.tsx'
import { FileSpreadsheet } from '#browser/ui/icons/chart-icon-paths.ts'
import { DownloadIcon } from '#browser/ui/icons/icon-paths.ts'
import { ErrorText } from '#browser/ui/notice.tsx'
import { countOf } from '#lib/format.ts'
import { ImportPreviewView } from './import-preview-view.tsx'
import type { ImportSection } from './import-sections.ts'
import type { WorkbookKind } from './source.ts'
import { $downloadFault, downloadWorkbook } from './workbook-download.ts'
import { $importStep, applyImport, resetDialog, readImport, type ImportStep } from './workbook-import.ts'

interface WorkbookDialogProps {
  /** The modal that shows it supplies the name. */
  sections: readonly ImportSection[]
  /** Saves what was uploaded, see `applyImport`; null where the open section does. */
  send: (() => Promise<string[]>) | null
  onClose: () => void
}

/** The workbook dialog: download sections, fill them in elsewhere, upload the answers. */
export function WorkbookDialog({ sections, send, onClose }: WorkbookDialogProps) {
  const step = useStore($importStep)
  useEffect(() => resetDialog, [])
  if (step.is === 'preview')
    return (
      <ImportPreviewView step={step} isUndoable={send === null} onApply={() => applyImport(sections, send)} />
    )
  if (step.is === 'sending')
    return (
      <p role="status" className="inline-flex items-center gap-2">
        <Spinner /> Saving …
      </p>
    )
  if (step.is === 'done') return <ImportDone step={step} onClose={onClose} />
  return (
    <div className="grid gap-6">
      <Downloads sections={sections} />
      <Upload sections={sections} />
    </div>
  )
}

/** Says which sections take no answers, and why. */
function Upload({ sections }: { sections: readonly ImportSection[] }) {
  const locked = sections.filter(section => section.lockedBecause() !== null)
  const isNamed = sections.length > 1
  const reasons = locked.map(({ source, lockedBecause }) => (
    <p key={source.model.section.section_id} className="text-small text-ink-2">
      {isNamed && `${source.model.section.section_name}: `}
      {lockedBecause()}
    </p>
  ))
  if (locked.length === sections.length) return <div>{reasons}</div>
  return (
    <section aria-labelledby="workbook-upload">
      <h3 id="workbook-upload" className="text-section-strong mb-1">
        Upload answers
      </h3>
      <FileChoice sections={sections} />
      {reasons.length > 0 && (
        <>
          <p className="text-small mt-3">Left out:</p>
          {reasons}
        </>
      )}
    </section>
  )
}

function Downloads({ sections }: { sections: readonly ImportSection[] }) {
  const fault = useStore($downloadFault)
  const sources = sections.map(({ source }) => source)
  const isOne = sources.length === 1
  const button = (fileKind: 'xlsx' | 'csv', kind: WorkbookKind, label: string) => (
    <Button
      icon={fileKind === 'xlsx' ? FileSpreadsheet : DownloadIcon}
      onClick={() => downloadWorkbook(sources, fileKind, kind)}
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
        {isOne
          ? 'The section with its guidance, units and options. Download it with answers to change and upload them, or blank to share or print.'
          : `All ${sources.length} sections, each on a sheet of its own, with guidance, units and options. Download them with answers to change and upload them, or blank to share or print.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {button('xlsx', 'filled', 'Excel, with answers')}
        {button('xlsx', 'blank', 'Excel, blank')}
        {isOne && button('csv', 'filled', 'CSV, with answers')}
        {isOne && button('csv', 'blank', 'CSV, blank')}
      </div>
      <ErrorText className="mt-2">{fault}</ErrorText>
    </section>
  )
}

/** A file from the system's dialog, or dropped here. */
function FileChoice({ sections }: { sections: readonly ImportSection[] }) {
  const step = useStore($importStep)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file !== undefined) void readImport(sections, file)
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

function ImportDone({
  step: { count, left, unsent },
  onClose
}: {
  step: Extract<ImportStep, { is: 'done' }>
  onClose: () => void
}) {
  const isUndoable = unsent === null
  return (
    <div className="grid gap-3 justify-items-start">
      <p role="status">
        {count === 0
          ? 'Nothing was changed.'
          : `${countOf(count, 'cell')} uploaded.${isUndoable ? ' Press Ctrl+Z to undo.' : ''}`}
        {left > 0 && ` ${countOf(left, 'cell')} of the file ${left === 1 ? 'was' : 'were'} left out.`}
      </p>
      {unsent?.map(sentence => (
        <p key={sentence} role="alert" className="text-warn">
          {sentence}
        </p>
      ))}
      <div className="flex gap-2">
        <Button kind="main" onClick={onClose}>
          {isUndoable ? 'Back to the section' : 'Back to data collection'}
        </Button>
        <Button onClick={resetDialog}>Another file</Button>
      </div>
    </div>
  )
}
