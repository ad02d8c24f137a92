import { useEffect, useState } from 'react'

interface PartLinksProps {
  /** The elements of the page by their ids, from top to bottom. */
  parts: readonly { id: string; label: string }[]
}

/** Links to the parts of a builder, which small windows show below each other. Marks the one in sight. */
export function PartLinks({ parts }: PartLinksProps) {
  const [current, setCurrent] = useState(parts[0]?.id)
  const ids = parts.map(({ id }) => id).join(' ')
  useEffect(() => {
    const elements = ids.split(' ').flatMap(id => document.getElementById(id) ?? [])
    // The current part is the one that crosses a line in the upper third of the window.
    const watcher = new IntersectionObserver(
      seen => {
        const entered = seen.find(({ isIntersecting }) => isIntersecting)
        if (entered) setCurrent(entered.target.id)
      },
      { rootMargin: '-30% 0px -70% 0px' }
    )
    for (const element of elements) watcher.observe(element)
    return () => watcher.disconnect()
  }, [ids])
  return (
    <nav
      aria-label="Parts of the builder"
      data-part-links
      className="lg:hidden sticky top-0 media-short:static z-11 flex flex-wrap px-2 bg-surface border-0 border-b border-solid border-line"
    >
      {parts.map(part => (
        <button
          key={part.id}
          type="button"
          aria-current={part.id === current ? 'true' : undefined}
          className="ring-inside min-h-10 px-2.5 border-0 border-b-2 border-solid border-transparent bg-transparent font-medium text-ink-2 aria-[current=true]:border-brand-mark aria-[current=true]:text-brand-text"
          onClick={() => document.getElementById(part.id)?.scrollIntoView({ block: 'start' })}
        >
          {part.label}
        </button>
      ))}
    </nav>
  )
}
