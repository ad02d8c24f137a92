import { isElementVisible } from './is-element-visible.ts'

// Where the focus goes when the focused element is removed: a keyboard that is left on the body begins at the top of the page again.

const PRESSABLE =
  ':is(a[href]:not(.skip-link), button, summary, [tabindex="0"]):not(:disabled, [tabindex="-1"])'
const TYPED_INTO = ':is(input, select, textarea):not(:disabled)'

interface AncestorLevel {
  parent: Element
  /** The position among its children. */
  index: number
}

/** Remembers where an element is. The returned function gives it the focus again or, if it is gone, what is nearest to its place now. */
export function rememberFocusPlace(element: Element | null): () => void {
  const levels = levelsAbove(element)
  return () => {
    if (element instanceof HTMLElement && isReady(element)) return element.focus({ preventScroll: true })
    nearestTo(levels, element?.matches(TYPED_INTO) ? `${PRESSABLE}, ${TYPED_INTO}` : PRESSABLE)?.focus({
      preventScroll: true
    })
  }
}

/** Puts the focus next to what held it when that is removed or disabled. Returns a function that stops. */
export function keepFocusOnRemoval(): () => void {
  let focused: Element | null = null
  let goBack: (() => void) | undefined
  const onFocusIn = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return
    focused = target
    goBack = rememberFocusPlace(target)
  }
  const observer = new MutationObserver(() => {
    if (focused === null || isReady(focused)) return
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body || activeElement === focused
    // A dialog gives the focus back to what opened it.
    const isDialogGone = !focused.isConnected && focused.closest('dialog') !== null
    focused = null
    if (isLost && !isDialogGone) goBack?.()
  })
  document.addEventListener('focusin', onFocusIn)
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert']
  })
  return () => {
    document.removeEventListener('focusin', onFocusIn)
    observer.disconnect()
  }
}

function levelsAbove(element: Element | null): AncestorLevel[] {
  const levels: AncestorLevel[] = []
  for (let child = element; child?.parentElement; child = child.parentElement)
    levels.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) })
  return levels
}

const isReady = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && element.closest('[hidden], [inert]') === null

/** In the smallest part of the page that is left and has one: the control at or after the place, otherwise before it, otherwise its heading. */
function nearestTo(levels: readonly AncestorLevel[], controls: string): HTMLElement | null {
  for (const { parent, index } of levels) {
    if (!isReady(parent)) continue
    const found = [...parent.querySelectorAll<HTMLElement>(controls)].filter(isFocusable)
    const at = parent.children.item(index)
    const next = found.find(control => at !== null && (at.contains(control) || isAfter(at, control)))
    const target = next ?? found.at(-1)
    if (target !== undefined) return target
    if (parent.matches('main, dialog, body')) break
    const heading = parent.matches('section, article')
      ? parent.querySelector<HTMLElement>('h1, h2, h3')
      : null
    if (heading !== null) return focusable(heading)
  }
  return document.querySelector<HTMLElement>('main')
}

const isFocusable = (control: HTMLElement): boolean => isReady(control) && isElementVisible(control)

const isAfter = (place: Element, control: Element): boolean =>
  (place.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

function focusable(heading: HTMLElement): HTMLElement {
  heading.tabIndex = -1
  return heading
}
