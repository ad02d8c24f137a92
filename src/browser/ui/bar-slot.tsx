import { createContext, useContext, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The element at the right end of the page's bar; null if the page has none. */
export const BarSlotContext = createContext<HTMLElement | null>(null)

/** Shows its children in the page's bar: controls that the whole screen depends on, such as its period. */
export function BarSlot({ children }: { children: ReactNode }) {
  const slot = useContext(BarSlotContext)
  return slot && createPortal(children, slot)
}
