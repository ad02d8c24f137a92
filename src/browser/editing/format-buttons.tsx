import { useEffect, useState, type RefObject } from 'react'
import { IconButton } from '#browser/ui/button.tsx'
import { Link2 } from '#browser/ui/icons/chart-icon-paths.ts'
import { type IconPath } from '#browser/ui/icons/icon-paths.ts'
import { Bold, Italic, ListIcon } from '#browser/ui/icons/rare-icon-paths.ts'
import { linkAtSelection, selectionIn } from './text-selection.ts'

interface TextFormat {
  label: string
  icon: IconPath
  command: 'bold' | 'italic' | 'insertUnorderedList'
}

const formats: readonly TextFormat[] = [
  { label: 'Bold', icon: Bold, command: 'bold' },
  { label: 'Italic', icon: Italic, command: 'italic' },
  { label: 'List', icon: ListIcon, command: 'insertUnorderedList' }
]

interface FormatButtonsProps {
  box: RefObject<HTMLElement | null>
  onFormat: (command: string) => void
  onLink: () => void
}

/** Buttons that format the selection in a box and show its present formats. */
export function FormatButtons({ box, onFormat, onLink }: FormatButtonsProps) {
  const [present, setPresent] = useState<readonly string[]>([])
  useEffect(() => {
    const look = () => {
      const range = box.current && selectionIn(box.current)
      if (range === null) return
      const on = formats.filter(({ command }) => document.queryCommandState(command))
      setPresent([...on.map(({ label }) => label), ...(linkAtSelection(range) ? ['Link'] : [])])
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [box])
  const shared = (label: string, icon: IconPath) => ({
    label,
    icon,
    kind: 'quiet' as const,
    size: 's' as const,
    className: 'aria-pressed:bg-brand-tint! aria-pressed:text-brand-text!',
    'aria-pressed': present.includes(label),
    // Pressing a button keeps the selection in the box.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault()
  })
  return (
    <div role="group" aria-label="Format the selected text" className="flex gap-1">
      {formats.map(({ label, icon, command }) => (
        <IconButton key={label} {...shared(label, icon)} onClick={() => onFormat(command)} />
      ))}
      <IconButton {...shared('Link', Link2)} onClick={onLink} />
    </div>
  )
}
