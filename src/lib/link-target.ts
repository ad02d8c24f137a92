// Where a link in an editor's text leads, and whether it says so.

export interface LinkTarget {
  /** Null for a link that may lead nowhere. */
  href: string | null
  isElsewhere: boolean
  /** The host, where the link's text names another one or could be mistaken for one. */
  toTell: string | null
}

const NOWHERE: LinkTarget = { href: null, isElsewhere: false, toTell: null }

/** A link that looks like this site's own and leads elsewhere leads nowhere; browsers read `/\x.example` as `//x.example`, and tabs not at all. */
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

/** Hosts in other alphabets are always told, as letters of two alphabets look alike. */
function namesOtherHost(text: string, { host }: URL): boolean {
  if (/(?:^|\.)xn--/.test(host)) return true
  const named = text.match(/[\p{L}\p{N}-]+(?:\s*[.．。｡]\s*[\p{L}\p{N}-]+)+(?::\d+)?/gu) ?? []
  return named.some(name => name.replace(/\s/g, '').toLowerCase() !== host)
}
