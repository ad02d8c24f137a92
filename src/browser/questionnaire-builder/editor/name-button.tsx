import { GripVertical } from 'lucide-react'
import { Icon } from '#browser/ui/icon.tsx'
import type { PartRef } from '../parts.ts'
import type { BuilderSelection } from '../selection.ts'

interface NameButtonProps {
  part: PartRef
  name: string
  selection: BuilderSelection
}

/** The name of a row or column, which opens its settings and is what it is moved by. */
export function NameButton({ part, name, selection }: NameButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={selection.part?.kind === part.kind && selection.part.id === part.id}
      onClick={() => selection.go(part)}
      className="flex items-center gap-1.5 w-full min-h-9 px-2 py-1.5 border-0 bg-transparent text-left text-ink hover:bg-brand-tint aria-pressed:bg-brand-tint aria-pressed:text-brand-text aria-pressed:font-medium"
    >
      <Icon of={GripVertical} size={12} className="text-ink-3 cursor-grab" />
      <span className="break-words min-w-0">{name}</span>
    </button>
  )
}
