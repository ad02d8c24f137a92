import { useId, useState } from 'react'
import type { FileFault } from '#domain/questionnaires/structure-file/lines.ts'
import type { ReadStructure } from '#domain/questionnaires/structure-file/read.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { readUploadedStructure } from './structure-files.ts'

/** The most faults to list: an invalid column repeats the same one a hundred times. */
const SHOWN_FAULTS = 50

/** Chooses a workbook, and shows its content and its faults. */
export function FilePart({ onRead }: { onRead: (file: ReadStructure | null) => void }) {
  const id = useId()
  const [read, setRead] = useState<ReadStructure | null>(null)
  const [error, setError] = useState('')
  const choose = async (file: File | undefined) => {
    setRead(null)
    onRead(null)
    if (file === undefined) return setError('')
    const result = await readUploadedStructure(file)
    setError(result.ok ? '' : result.error)
    if (!result.ok) return
    setRead(result.value)
    onRead(result.value)
  }
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-medium justify-self-start">
        Workbook
      </label>
      <input
        id={id}
        type="file"
        accept=".xlsx"
        aria-describedby={`${id}-found`}
        onChange={event => void choose(event.target.files?.[0])}
      />
      <div id={`${id}-found`} role="status">
        {error !== '' && <p className="text-small text-bad">{error}</p>}
        {read !== null && <ReadFileSummary read={read} />}
      </div>
    </div>
  )
}

function ReadFileSummary({ read: { structure, faults } }: { read: ReadStructure }) {
  const blocking = faults.filter(fault => fault.isBlocking)
  const what = `${countOf(structure.questions.length, 'question')} in ${countOf(structure.sections.length, 'section')}`
  return (
    <>
      <p className={`text-small ${blocking.length > 0 ? 'text-bad' : 'text-ink-2'}`}>
        {blocking.length > 0
          ? `There ${blocking.length === 1 ? 'is' : 'are'} ${countOf(blocking.length, 'error')} in the file. Correct ${blocking.length === 1 ? 'it' : 'them'} and choose the file again.`
          : `Found ${what}.`}
      </p>
      {faults.length > 0 && (
        <ul className="mt-2 grid gap-1 max-h-48 overflow-auto rounded bg-sunken p-2 text-small">
          {faults.slice(0, SHOWN_FAULTS).map(fault => (
            <li key={`${fault.row}/${fault.column}/${fault.message}`}>
              <span className="font-medium">{spreadsheetAddress(fault)}</span> {fault.message}
            </li>
          ))}
          {faults.length > SHOWN_FAULTS && <li>And {formatCount(faults.length - SHOWN_FAULTS)} more.</li>}
        </ul>
      )}
    </>
  )
}

/** 'Questions D12:' as a spreadsheet names the cell. */
const spreadsheetAddress = ({ sheet, row, column }: FileFault): string =>
  row === null ? `${sheet}:` : column === null ? `${sheet}, row ${row}:` : `${sheet} ${column}${row}:`
