import { Archive, RotateCcw } from 'lucide-react'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { $structure } from './builder.ts'
import { changeWithUndo } from './changes.ts'
import { explained } from './edits.ts'
import { partAt, type PartRef } from './parts.ts'
import { whatRetiringKeeps } from './what-is-fixed.ts'

interface RetireButtonProps {
  part: PartRef
  what: string
  answers: number
}

/** Retires a part, after a word on its answers, or brings it back. Undo takes either back. */
export function RetireButton({ part, what, answers }: RetireButtonProps) {
  const structure = useStore($structure)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const found = structure.state === 'ready' ? partAt(structure.value, part) : undefined
  const isActive = found !== undefined && 'is_active' in found && found.is_active
  const change = async () => {
    setBusy(true)
    const result = await changeWithUndo(
      part,
      { is_active: !isActive },
      { is_active: isActive },
      isActive ? `retired the ${what}` : `restored the ${what}`
    )
    setBusy(false)
    setError(result.ok ? '' : explained({ name: '', label: '' }, result.error))
  }
  return (
    <div className="grid gap-1.5 pt-3 border-0 border-t border-solid border-line">
      <Button
        size="s"
        icon={isActive ? Archive : RotateCcw}
        className="justify-self-start"
        busy={isBusy}
        onClick={() => void change()}
      >
        {isActive ? `Retire this ${what}` : `Restore this ${what}`}
      </Button>
      {isActive && <p className="text-tiny text-ink-3">{whatRetiringKeeps(answers)}</p>}
      <p role="alert" className="text-small text-bad empty:hidden">
        {error}
      </p>
    </div>
  )
}
