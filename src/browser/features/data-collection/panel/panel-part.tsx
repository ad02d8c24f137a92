import type { ReactNode } from 'react'

/** A part of the side panel, separated by a line. */
export const PanelPart = ({ title, children }: { title?: ReactNode; children: ReactNode }) => (
  <section className="mt-4.5 pt-3.5 border-0 border-t border-solid border-line">
    {title !== undefined && (
      <h3 className="text-small! font-medium! mb-1.5 flex items-center gap-2">{title}</h3>
    )}
    {children}
  </section>
)
