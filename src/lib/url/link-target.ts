// The target of a link in an editor's text, and whether the link's text misleads.

import { readUrl } from './read-url.ts'

export interface LinkTarget {
  /** Null if the link is disabled. */
  href: string | null
  isElsewhere: boolean
  /** The host, if the link's text names another one or could be mistaken for one. */
  shownHost: string | null
}

const NOWHERE: LinkTarget = { href: null, isElsewhere: false, shownHost: null }

/**
 * A link that looks internal but leads elsewhere is disabled; browsers read `/\x.example` as `//x.example`
 * and ignore tabs.
 */
export function linkTarget(href: string, text: string, origin: string): LinkTarget {
  if (readUrl(href, origin) === null) return NOWHERE
  const target = new URL(href, origin)
  const isOurs = target.origin === origin
  const looksLikeOurs = !/^\s*[a-z][a-z\d+.-]*:/i.test(href)
  if (!/^(?:https?|mailto|tel):$/.test(target.protocol) || (looksLikeOurs && !isOurs)) return NOWHERE
  if (target.username !== '' || target.password !== '') return NOWHERE
  const isElsewhere = !isOurs && /^https?:$/.test(target.protocol)
  return { href, isElsewhere, shownHost: isElsewhere && namesOtherHost(text, target) ? target.host : null }
}

/** Hosts in other alphabets are always shown, because letters of different alphabets look alike. */
function namesOtherHost(text: string, { host }: URL): boolean {
  if (/(?:^|\.)xn--/.test(host)) return true
  const named = text.match(/[\p{L}\p{N}-]+(?:\s*[.．。｡]\s*[\p{L}\p{N}-]+)+(?::\d+)?/gu) ?? []
  return named.some(name => name.replace(/\s/g, '').toLowerCase() !== host)
}
