import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $structure } from '#browser/questionnaire-builder/builder.ts'
import { changeWithUndo } from '#browser/questionnaire-builder/changes.ts'
import { explainFieldError } from '#browser/questionnaire-builder/edits.ts'
import { usesOf, type PartUses } from '#browser/questionnaire-builder/panel/uses.ts'
import { whatRetiringKeeps } from '#browser/questionnaire-builder/panel/why-fixed.ts'
import { partAt, type PartRef } from '#browser/questionnaire-builder/parts.ts'
import { Button } from '#browser/ui/button.tsx'
import { ArchiveIcon, RotateCcw } from '#browser/ui/icons/rare-icon-paths.ts'
import { ErrorText } from '#browser/ui/notice.tsx'

const noUses: PartUses = { formulas: [], charts: [] }

/** Retires a part, after a word on its answers and on what uses it, or brings it back. Undo takes either back. */
export function RetireButton({ part, what, answers }: { part: PartRef; what: string; answers: number }) {
  const structure = useStore($structure)
  const [error, setError] = useState('')
  const [isAsking, setAsking] = useState(false)
  const found = structure.state === 'ready' ? partAt(structure.value, part) : undefined
  const isActive = found !== undefined && 'is_active' in found && found.is_active
  const uses = structure.state === 'ready' && isActive ? usesOf(structure.value, part) : noUses
  const isUsed = uses.formulas.length + uses.charts.length > 0
  const change = async () => {
    const result = await changeWithUndo(
      part,
      { is_active: !isActive },
      { is_active: isActive },
      isActive ? `retired the ${what}` : `restored the ${what}`
    )
    setAsking(false)
    setError(result.ok ? '' : explainFieldError({ name: '', label: '' }, result.error))
  }
  return (
    <div className="grid gap-1.5 pt-3 border-0 border-t border-solid border-line">
      <Button
        size="s"
        icon={isActive ? ArchiveIcon : RotateCcw}
        className="justify-self-start"
        onClick={() => (isUsed ? setAsking(true) : change())}
      >
        {isActive ? `Retire this ${what}` : `Restore this ${what}`}
      </Button>
      {isActive && <p className="text-tiny text-ink-3">{whatRetiringKeeps(answers)}</p>}
      {isUsed && isAsking && (
        <UsesWarning uses={uses} what={what} onRetire={change} onKeep={() => setAsking(false)} />
      )}
      <ErrorText>{error}</ErrorText>
    </div>
  )
}

interface UsesWarningProps {
  uses: PartUses
  what: string
  onRetire: () => Promise<void>
  onKeep: () => void
}

/** What uses the part. A formula prevents retiring it, as on the server; charts only lose new figures. */
function UsesWarning({ uses: { formulas, charts }, what, onRetire, onKeep }: UsesWarningProps) {
  const isHeldBack = formulas.length > 0
  return (
    <div role="alert" className="grid gap-2 rounded-lg bg-warn-tint p-3 text-small">
      {isHeldBack && (
        <NamedParts
          title={`You cannot retire this ${what} because these questions have a formula that uses it:`}
          names={formulas}
        />
      )}
      {charts.length > 0 && (
        <NamedParts title={`These charts use this ${what}, and would get no new figures:`} names={charts} />
      )}
      {isHeldBack && <p>Change the formulas or retire those questions first.</p>}
      <div className="flex flex-wrap gap-2">
        {!isHeldBack && (
          <Button size="s" kind="danger" onClick={onRetire}>
            Retire anyway
          </Button>
        )}
        <Button size="s" onClick={onKeep}>
          {isHeldBack ? 'Close' : 'Keep it'}
        </Button>
      </div>
    </div>
  )
}

function NamedParts({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <>
      <p>{title}</p>
      <ul className="pl-4 list-disc">
        {names.map(name => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
}
