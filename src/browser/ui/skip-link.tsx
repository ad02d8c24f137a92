interface SkipLinkProps {
  /** Id of the element that takes the focus; it has `tabIndex={-1}`. */
  to: string
  children: string
}

/** Leads keyboard users past what comes next, and is seen only while it has the focus. The address stays. */
export function SkipLink({ to, children }: SkipLinkProps) {
  return (
    <a
      href={`#${to}`}
      className="skip-link"
      onClick={event => {
        event.preventDefault()
        const target = document.getElementById(to)
        target?.focus()
        target?.scrollIntoView({ block: 'nearest' })
      }}
    >
      {children}
    </a>
  )
}
