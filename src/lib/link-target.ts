// The target of a link in an editor's text, and whether the link's text is honest about it.

export interface LinkTarget {
  /** Null for a link that is disabled. */
  href: string | null
  isElsewhere: boolean
  /** The host, where the link's text names another one or could be mistaken for one. */
  toTell: string | null
}

const NOWHERE: LinkTarget = { href: null, isElsewhere: false, toTell: null }

/** A link that looks like one of this site but leads elsewhere is disabled; browsers read `/\x.example` as `//x.example`, and tabs not at all. */
export function linkTarget(href: string, text: string, origin: string): LinkTarget {
  if (!URL.canParse(href, origin)) return NOWHERE
  const target = new URL(href, origin)
  const isOurs = target.origin === origin
  const looksLikeOurs = !/^\s*[a-z][a-z\d+.-]*:/i.test(href)
  if (!/^(?:https?|mailto|tel):$/.test(target.protocol) || (looksLikeOurs && !isOurs)) return NOWHERE
  if (target.username !== '' || target.password !== '') return NOWHERE
  const isElsewhere = !isOurs && /^https?:$/.test(target.protocol)
  return { href, isElsewhere, toTell: isElsewhere && namesOtherHost(text, target) ? target.host : null }
}

/** Hosts in other alphabets are always shown, as letters of two alphabets look alike. */
function namesOtherHost(text: string, { host }: URL): boolean {
  if (/(?:^|\.)xn--/.test(host)) return true
  const named = text.match(/[\p{L}\p{N}-]+(?:\s*[.．。｡]\s*[\p{L}\p{N}-]+)+(?::\d+)?/gu) ?? []
  return named.some(name => name.replace(/\s/g, '').toLowerCase() !== host)
}
