interface SkipLinkProps {
  /** Id of the element that takes the focus; it has `tabIndex={-1}`. */
  to: string
  children: string
}

/** Lets keyboard users skip the next part; visible only while focused. The address does not change. */
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
