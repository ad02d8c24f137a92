// What a screen reader announces while someone works: the texts that the page's live regions change to.

const LIVE = '[role=status], [role=alert], [role=log], [role=timer], [aria-live]:not([aria-live=off]), output'

/** Starts listening. `said` returns the announcements so far. */
export function listenToLiveRegions(): { said: () => string[]; stop: () => void } {
  const said: string[] = []
  const last = new WeakMap<Element, string>()
  for (const region of document.querySelectorAll(LIVE)) last.set(region, spokenText(region))
  const observer = new MutationObserver(records => {
    const regions = new Set(records.flatMap(record => regionsOf(record)))
    for (const region of regions) {
      const text = spokenText(region)
      if (text !== '' && text !== last.get(region)) said.push(text)
      last.set(region, text)
    }
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  return { said: () => [...said], stop: () => observer.disconnect() }
}

/** The live regions that contain a change or are added by it. */
function regionsOf({ target, addedNodes }: MutationRecord): Element[] {
  const at = target.nodeType === target.ELEMENT_NODE ? (target as Element) : target.parentElement
  const around = at?.closest(LIVE)
  const added = [...addedNodes].flatMap(node =>
    node.nodeType === node.ELEMENT_NODE
      ? [
          ...((node as Element).matches(LIVE) ? [node as Element] : []),
          ...(node as Element).querySelectorAll(LIVE)
        ]
      : []
  )
  return around ? [around, ...added] : added
}

const spokenText = (region: Element): string => (region.textContent ?? '').replace(/\s+/g, ' ').trim()
