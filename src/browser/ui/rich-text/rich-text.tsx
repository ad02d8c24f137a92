import DOMPurify, { type Config } from 'dompurify'
import { useMemo } from 'react'
import { linkTarget } from '#lib/url/link-target.ts'

// One of the two places that turn text into HTML (the other is the tooltip). Everything goes through
// DOMPurify, as Trusted Types require. Only text markup is allowed, so that nothing is loaded or sent and
// nothing imitates the product.
const TAGS = (
  'a abbr b bdi bdo blockquote br caption cite code col colgroup dd del dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ' +
  'ol p pre q s samp small span strong sub sup table tbody td tfoot th thead time tr u ul var wbr'
).split(' ')
const ATTRIBUTES =
  'href title lang dir colspan rowspan span scope headers abbr start reversed value datetime'.split(' ')

const SANITISER_CONFIG: Config & { RETURN_TRUSTED_TYPE: true } = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ATTRIBUTES,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i,
  RETURN_TRUSTED_TYPE: true
}

/** A text that is edited has no notes about where its links lead: they are for readers, and not stored. */
const EDITING_CONFIG = { ...SANITISER_CONFIG, isEdited: true }

// Without a DOM there is nothing to sanitise.
if (DOMPurify.isSupported)
  DOMPurify.addHook('afterSanitizeAttributes', (node, _, config) => {
    if (!('isEdited' in config)) showWhereLinkLeads(node)
  })

function showWhereLinkLeads(node: Element): void {
  const href = node.getAttribute('href')
  if (href === null) return
  const target = linkTarget(href, node.textContent, location.origin)
  if (target.href === null) return node.removeAttribute('href')
  if (target.isElsewhere) node.setAttribute('rel', 'noopener noreferrer')
  if (target.shownHost !== null) node.after(` (${target.shownHost})`)
}

/**
 * Sanitises editor-written HTML: text, lists, tables and links stay; styles, pictures, forms and script are
 * removed.
 */
export function sanitise(html: string): TrustedHTML {
  return DOMPurify.sanitize(html, SANITISER_CONFIG)
}

/** The same for a text that is being edited. */
export const sanitiseEdited = (html: string): TrustedHTML => DOMPurify.sanitize(html, EDITING_CONFIG)

/** An edited text as it is stored. */
export const storedMarkup = (html: string): string =>
  DOMPurify.sanitize(html, { ...EDITING_CONFIG, RETURN_TRUSTED_TYPE: false })

export function RichText({ html, className = '' }: { html: string; className?: string }) {
  const clean = useMemo(() => ({ __html: sanitise(html) }), [html])
  return <div className={`prose max-w-[70ch] ${className}`} dangerouslySetInnerHTML={clean} />
}
