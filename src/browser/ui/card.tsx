import type { ReactNode } from 'react'

interface CardProps {
  title?: ReactNode
  /** At the right of the title. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A surface with a border. Cards are never nested. */
export function Card({ title, aside, className = '', children }: CardProps) {
  return (
    <section className={`card ${className}`}>
      {title !== undefined && (
        <header className="flex items-center gap-2 py-3 px-4 border-0 border-b border-solid border-line">
          <h2 className="flex-1 min-w-0">{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}
