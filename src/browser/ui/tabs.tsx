import type { KeyboardEvent, ReactNode } from 'react'
import { walkFocus } from './focus/arrow-keys.ts'

export interface Tab<Id extends string | number> {
  id: Id
  label: ReactNode
  /** A count or badge behind the label. */
  extra?: ReactNode
}

interface TabsProps<Id extends string | number> {
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  label: string
  /** Id of the element that shows the selected tab's content. */
  panelId?: string
  className?: string
}

/** Tabs by the ARIA pattern: one stop for Tab, arrows move and select. */
export function Tabs<Id extends string | number>({
  tabs,
  selected,
  onSelect,
  label,
  panelId,
  className = ''
}: TabsProps<Id>) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const elements = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const focused = walkFocus(event, elements, { axis: 'horizontal', wraps: true })
    const tab = focused && tabs[elements.indexOf(focused)]
    if (tab) onSelect(tab.id)
  }
  return (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={`flex flex-wrap gap-x-5 border-0 border-b border-solid border-line ${className}`}
    >
      {tabs.map(tab => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          aria-selected={tab.id === selected}
          aria-controls={panelId}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          className="pt-2 pb-[9px] -mb-px font-medium text-ink-2 border-0 border-b-2 border-solid border-transparent hover:text-ink aria-selected:text-ink aria-selected:border-brand-mark"
        >
          {tab.label}
          {/* A space, or the name would be 'Active18'. */}
          {tab.extra !== undefined && ' '}
          {tab.extra !== undefined && <span className="ml-1.5 font-normal text-ink-3">{tab.extra}</span>}
        </button>
      ))}
    </div>
  )
}
