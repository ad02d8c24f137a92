import {
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent
} from 'react'
import { sanitiseEdited, storedMarkup } from '#browser/ui/rich-text/rich-text.tsx'
import { FormatButtons } from './format-buttons.tsx'
import { LinkForm } from './link-form.tsx'
import { formatSelection, linkAtSelection, putLink, selectionIn } from './text-selection.ts'

interface RichTextBoxProps {
  id: string
  labelledBy: string
  describedBy?: string
  html: string
  isInvalid: boolean
  onHtml: (html: string) => void
  onLeave: () => void
  onEscape: () => void
}

/** The markup in the box, as it may be stored; an empty box has none. */
function markupIn(box: HTMLElement): string {
  return box.textContent.trim() === '' ? '' : storedMarkup(box.innerHTML).replaceAll('<p></p>', '')
}

/** A text with bold, italic, lists and links, edited as it will look. */
export function RichTextBox({
  id,
  labelledBy,
  describedBy,
  html,
  isInvalid,
  onHtml,
  onLeave,
  onEscape
}: RichTextBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef<string | null>(null)
  const [link, setLink] = useState<{ range: Range; href: string } | null>(null)
  useLayoutEffect(() => {
    if (box.current === null || html === shown.current) return
    shown.current = html
    box.current.innerHTML = sanitiseEdited(html) as unknown as string
  }, [html])
  const report = () => {
    if (box.current === null) return
    shown.current = markupIn(box.current)
    onHtml(shown.current)
  }
  const format = (command: string, value?: string) => {
    if (box.current === null) return
    box.current.focus()
    formatSelection(box.current, command, value)
  }
  const beginLink = () => {
    const range = box.current && selectionIn(box.current)
    if (range) setLink({ range, href: linkAtSelection(range)?.getAttribute('href') ?? '' })
  }
  const endLink = (href: string | null) => {
    if (link === null) return
    box.current?.focus()
    if (href !== null) putLink(link.range, href)
    setLink(null)
    if (href !== null) report()
  }
  const onPaste = (event: ClipboardEvent) => {
    const [pasted, text] = ['text/html', 'text/plain'].map(type => event.clipboardData.getData(type))
    event.preventDefault()
    if (pasted) format('insertHTML', sanitiseEdited(pasted) as unknown as string)
    else format('insertText', text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEscape()
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      beginLink()
    }
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onLeave()
  }
  return (
    <div className="grid gap-1" onBlur={onBlur}>
      <FormatButtons box={box} onFormat={format} onLink={beginLink} />
      {link && <LinkForm href={link.href} onDone={endLink} />}
      <div
        ref={box}
        id={id}
        role="textbox"
        aria-multiline="true"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        tabIndex={0}
        contentEditable
        suppressContentEditableWarning
        className="prose input h-auto! min-h-28 py-1.5! break-words"
        onInput={report}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
