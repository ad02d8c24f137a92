import { useState } from 'react'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Sigma } from '#browser/ui/icons/rare-icon-paths.ts'
import { Segmented } from '#browser/ui/segmented.tsx'
import { HeadCell } from '#browser/ui/sort-head.tsx'
import { Tabs } from '#browser/ui/tabs.tsx'
import { countOf, formatDay, formatTime } from '#lib/format.ts'
import type { ImportOutcome } from './import-preview.ts'
import type { WorkbookPreview, WorkbookRow } from './import-sections.ts'
import {
  changeCount,
  resetDialog,
  showOutcome,
  chooseFileAnswer,
  type PreviewStep
} from './workbook-import.ts'

const outcomeTitles: Record<ImportOutcome, string> = {
  new: 'New',
  changed: 'Changed',
  conflict: 'In conflict',
  rejected: 'Invalid',
  same: 'Same'
}

/** What each group of changes means for the section. */
const outcomeMeanings: Record<ImportOutcome, string> = {
  new: 'Blank now, answered in the file. They will be filled in.',
  changed: 'The file’s answers will replace the current ones.',
  conflict:
    'Changed both in the file and here since the download. The current answer is kept unless you take the file’s.',
  rejected: 'These are left out. The current answers are kept.',
  same: 'No change: not edited in the file, or the same as the current answer.'
}

const outcomes = Object.keys(outcomeTitles) as ImportOutcome[]
const FIRST_ROWS = 200

interface ImportPreviewViewProps {
  step: PreviewStep
  /** Whether the change can be undone on the screen behind. */
  isUndoable: boolean
  onApply: () => Promise<void>
}

/**
 * What a file would change, by kind, with the reason for each cell that it would not change. Nothing happens
 * before the main button is pressed.
 */
export function ImportPreviewView({ step, isUndoable, onApply }: ImportPreviewViewProps) {
  const { preview, shown, taken, fileName, isRenewed } = step
  const count = changeCount(preview, taken)
  const rows = preview.rows.filter(row => row.outcome === shown)
  return (
    <div className="grid gap-3">
      <div className="text-small">
        <p>
          <strong className="font-medium">{fileName}</strong>
          {downloadedAt(preview)}
        </p>
        {isRenewed && (
          <p role="alert" className="text-warn">
            {preview.parts.length > 1 ? 'The sections have' : 'The section has'} changed. Check the comparison
            again.
          </p>
        )}
        <ImportRemarks preview={preview} />
      </div>
      <Tabs
        label="Cells in the file"
        tabs={outcomes.map(outcome => ({
          id: outcome,
          label: outcomeTitles[outcome],
          extra: preview.counts[outcome]
        }))}
        selected={shown}
        onSelect={showOutcome}
        panelId="workbook-rows"
      />
      <div className="flex items-center gap-3 text-small text-ink-2">
        <p id="workbook-meaning" className="flex-1">
          {outcomeMeanings[shown]}
        </p>
        {shown === 'conflict' && rows.length > 1 && <TakeAll rows={rows} taken={taken} />}
      </div>
      <div
        id="workbook-rows"
        role="tabpanel"
        tabIndex={0}
        aria-label={outcomeTitles[shown]}
        aria-describedby="workbook-meaning"
        className="max-h-[42vh] overflow-auto border border-solid border-line rounded-lg"
      >
        <ImportPreviewRows key={shown} rows={rows} taken={taken} />
      </div>
      <footer className="flex items-center gap-2 pt-3 border-0 border-t border-solid border-line">
        <p role="status" className="flex-1 text-small text-ink-2">
          {count === 0
            ? 'With these choices nothing will change.'
            : `${countOf(count, 'cell')} will change.${isUndoable ? ' You can undo this.' : ''}`}
        </p>
        <Button onClick={resetDialog}>Cancel</Button>
        <Button kind="main" disabled={count === 0} onClick={onApply}>
          {count === 0 ? 'Upload' : `Upload ${countOf(count, 'cell')}`}
        </Button>
      </footer>
    </div>
  )
}

function downloadedAt({ exportedAt }: WorkbookPreview): string {
  return Number.isNaN(Date.parse(exportedAt))
    ? ''
    : `, downloaded ${formatDay(exportedAt)} at ${formatTime(exportedAt)}`
}

function ImportRemarks({
  preview: { parts, leftOut, missing, fromFormulas, moved }
}: {
  preview: WorkbookPreview
}) {
  return (
    <>
      {leftOut.map(sentence => (
        <p key={sentence} className="text-warn">
          {sentence}
        </p>
      ))}
      {missing > 0 && (
        <p className="text-ink-2">
          {countOf(missing, 'cell')} of the {parts.length > 1 ? 'sections' : 'section'} are not in the file.
          They will not change.
        </p>
      )}
      {moved > 0 && (
        <p className="text-ink-2">
          The file was sorted without its hidden keys. {countOf(moved, 'value')}{' '}
          {moved === 1 ? 'was' : 'were'} found by the name of the row.
        </p>
      )}
      {fromFormulas > 0 && (
        <p className="text-ink-2">
          {countOf(fromFormulas, 'value')} came from formulas, marked{' '}
          <Icon of={Sigma} size={12} label="from a formula" />. Check them: formulas are not recalculated.
        </p>
      )}
    </>
  )
}

function TakeAll({ rows, taken }: { rows: WorkbookRow[]; taken: ReadonlySet<string> }) {
  const ids = rows.map(row => row.id)
  const isAll = ids.every(id => taken.has(id))
  return (
    <Button size="s" onClick={() => chooseFileAnswer(ids, !isAll)}>
      {isAll ? 'Keep all current answers' : 'Take all from the file'}
    </Button>
  )
}

function ImportPreviewRows({ rows, taken }: { rows: WorkbookRow[]; taken: ReadonlySet<string> }) {
  const [most, setMost] = useState(FIRST_ROWS)
  if (rows.length === 0) return <p className="py-8 text-center text-small text-ink-2">None.</p>
  return (
    <>
      <table className="w-full border-collapse text-small">
        <thead className="sticky top-0 bg-surface">
          <tr>
            {['Cell', 'Here', 'In the file', 'Note'].map(head => (
              <HeadCell key={head}>{head}</HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(row => (
            <ImportPreviewRow key={row.id} row={row} isTaken={taken.has(row.id)} />
          ))}
        </tbody>
      </table>
      {rows.length > most && (
        <Button kind="quiet" size="s" className="m-2" onClick={() => setMost(rows.length)}>
          Show the other {countOf(rows.length - most, 'cell')}
        </Button>
      )}
    </>
  )
}

const value = 'table-cell align-top max-w-[22ch] break-words whitespace-pre-line'

function ImportPreviewRow({ row, isTaken }: { row: WorkbookRow; isTaken: boolean }) {
  const { id, name, current, file, note, outcome, isFromFormula } = row
  return (
    <tr>
      <th scope="row" className="table-cell align-top text-left font-normal">
        {name}
      </th>
      <td className={value}>{current === '' ? <Blank /> : current}</td>
      <td className={value}>
        {file === '' ? <Blank /> : file}{' '}
        {isFromFormula && <Icon of={Sigma} size={12} label="from a formula" className="text-ink-3" />}
      </td>
      <td className="table-cell align-top">
        {note}
        {outcome === 'conflict' && (
          <div className="mt-1">
            <Segmented
              label={`${name}: which answer to keep`}
              options={[
                { id: 'here', label: 'Keep' },
                { id: 'file', label: 'Take the file’s' }
              ]}
              pressed={isTaken ? 'file' : 'here'}
              onPress={choice => chooseFileAnswer([id], choice === 'file')}
            />
          </div>
        )}
      </td>
    </tr>
  )
}

const Blank = () => <span className="text-ink-3">blank</span>
