import { useId, useState, type KeyboardEvent } from 'react'
import { Button } from '#browser/ui/button.tsx'
import { ErrorText } from '#browser/ui/notice.tsx'
import { linkTarget } from '#lib/url/link-target.ts'

interface LinkFormProps {
  href: string
  /** The address; empty removes the link, null leaves it unchanged. */
  onDone: (href: string | null) => void
}

/** Adds `https:` or `mailto:` to an address without a scheme, unless it is a path of this site. */
const withScheme = (address: string): string =>
  /^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(address)
    ? address
    : address.includes('@')
      ? `mailto:${address}`
      : `https://${address}`

export function LinkForm({ href, onDone }: LinkFormProps) {
  const id = useId()
  const [address, setAddress] = useState(href)
  const [error, setError] = useState('')
  const apply = () => {
    const wanted = withScheme(address.trim())
    if (address.trim() === '') return setError('Enter an address.')
    // Chromium accepts spaces in the name of a host.
    if (/\s/.test(wanted) || linkTarget(wanted, '', location.origin).href === null)
      return setError('Enter a web address, such as https://example.org, or an email address.')
    onDone(wanted)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') apply()
    else onDone(null)
  }
  return (
    <div className="grid gap-1 rounded bg-sunken p-2">
      <label htmlFor={id} className="text-small">
        Link address
      </label>
      <input
        id={id}
        autoFocus
        className="input"
        inputMode="url"
        value={address}
        placeholder="https://"
        aria-invalid={error !== '' || undefined}
        aria-describedby={`${id}-error`}
        onChange={event => setAddress(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <ErrorText id={`${id}-error`}>{error}</ErrorText>
      <div className="flex flex-wrap gap-2">
        <Button size="s" onClick={apply}>
          {href === '' ? 'Add link' : 'Change link'}
        </Button>
        {href !== '' && (
          <Button size="s" onClick={() => onDone('')}>
            Remove link
          </Button>
        )}
        <Button size="s" kind="quiet" onClick={() => onDone(null)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
