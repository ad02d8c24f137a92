// The selection in a rich-text box.

/** The selection, or the caret, in a box; null while it is elsewhere. */
export function selectionIn(box: HTMLElement): Range | null {
  const selection = document.getSelection()
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
  return range !== null && box.contains(range.commonAncestorContainer) ? range.cloneRange() : null
}

/** The link that the selection is in. */
export function linkAtSelection({ startContainer }: Range): HTMLAnchorElement | null {
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement
  return element?.closest('a') ?? null
}

/** Links the selected words, changes the link that they are in, or removes it where `href` is empty. If nothing is selected, inserts the address as a link. */
export function putLink(range: Range, href: string): void {
  const present = linkAtSelection(range)
  if (present !== null) range.selectNode(present)
  const selection = document.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
  if (href === '') document.execCommand('unlink')
  else if (!range.collapsed) document.execCommand('createLink', false, href)
  else {
    const link = document.createElement('a')
    link.href = href
    link.textContent = href
    range.insertNode(link)
    range.collapse(false)
  }
}

/** Formats the selection. `execCommand` is deprecated, but only its changes can be undone with the browser's own undo. */
export function formatSelection(box: HTMLElement, command: string, value?: string): void {
  const letters = lettersBeforeCaret(box)
  document.execCommand('styleWithCSS', false, 'false')
  document.execCommand('defaultParagraphSeparator', false, 'p')
  document.execCommand(command, false, value)
  // Chromium moves the caret before the first word of the new list.
  if (command === 'insertUnorderedList' && letters !== null) putCaretAfter(box, letters)
}

/** How many letters stand before the caret, which must follow one of them directly. */
function lettersBeforeCaret(box: HTMLElement): number | null {
  const range = selectionIn(box)
  if (
    range === null ||
    !range.collapsed ||
    !(range.startContainer instanceof Text) ||
    range.startOffset === 0
  )
    return null
  range.setStart(box, 0)
  return range.toString().length
}

function putCaretAfter(box: HTMLElement, letters: number): void {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  let left = letters
  while (texts.nextNode()) {
    const { currentNode } = texts
    const length = currentNode.textContent?.length ?? 0
    if (length >= left) return document.getSelection()?.collapse(currentNode, left)
    left -= length
  }
}
