// Which elements and texts of a page can be seen. Sent to the page as text with what uses it (geometry.ts), so it uses nothing else of this project.

/** Whether it is visible: not hidden, not only for screen readers, and with a size. */
export function isShown(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
  if (element.closest('[inert]')) return false
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { clipPath, width, height, position } = getComputedStyle(at)
    if (clipPath === 'inset(50%)' || (position === 'absolute' && width === '1px' && height === '1px'))
      return false
  }
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0
}

export function nameOf(element: Element): string {
  const words =
    element.getAttribute('aria-label') ??
    (element as HTMLInputElement).labels?.[0]?.textContent ??
    element.textContent
  const role = element.getAttribute('role')
  return `${element.localName}${role ? `[${role}]` : ''} “${words.replaceAll(/\s+/g, ' ').trim().slice(0, 48)}”`
}

/** Every text that can be seen, with the boxes of its lines. */
export function textsIn(root: Element): { parent: Element; text: string; lines: () => DOMRect[] }[] {
  const texts: { parent: Element; text: string; lines: () => DOMRect[] }[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    const parent = text.parentElement
    if (!parent || !text.textContent?.trim() || parent.closest('select, script, style, noscript, textarea'))
      continue
    if (!isShown(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    texts.push({
      parent,
      text: text.textContent,
      lines: () => [...range.getClientRects()].filter(({ width }) => width > 0)
    })
  }
  return texts
}
