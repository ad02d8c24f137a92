import { IconButton } from '#browser/ui/button.tsx'
import { Link2, type IconPath } from '#browser/ui/icons/icon-paths.ts'
import { Bold, ListIcon } from '#browser/ui/icons/rare-icon-paths.ts'

interface TextFormat {
  label: string
  icon: IconPath
  /** The selected text with its markup. */
  write: (selected: string) => string
}

const formats: readonly TextFormat[] = [
  { label: 'Bold', icon: Bold, write: selected => `<b>${selected}</b>` },
  {
    label: 'List',
    icon: ListIcon,
    write: selected => {
      const items = selected.split('\n').filter(line => line.trim() !== '')
      return `<ul>\n${(items.length === 0 ? [''] : items).map(item => `<li>${item.trim()}</li>\n`).join('')}</ul>`
    }
  },
  { label: 'Link', icon: Link2, write: selected => `<a href="https://">${selected}</a>` }
]

/** Format the text that is selected in a field. They take no focus from it, because leaving the field saves it. */
export function FormatButtons({ fieldId, onText }: { fieldId: string; onText: (text: string) => void }) {
  const apply = ({ write }: TextFormat): void => {
    const field = document.getElementById(fieldId)
    if (!(field instanceof HTMLTextAreaElement)) return
    field.focus()
    const { selectionStart, selectionEnd, value } = field
    field.setRangeText(
      write(value.slice(selectionStart, selectionEnd)),
      selectionStart,
      selectionEnd,
      'select'
    )
    onText(field.value)
  }
  return (
    <div role="group" aria-label="Format the selected text" className="flex gap-1">
      {formats.map(format => (
        <IconButton
          key={format.label}
          icon={format.icon}
          label={format.label}
          kind="quiet"
          size="s"
          onMouseDown={event => event.preventDefault()}
          onClick={() => apply(format)}
        />
      ))}
    </div>
  )
}
