// A strict parser for small pieces of markup (logos, introductions): just enough to validate them. It
// reports whatever it does not understand, so that nothing passes unseen.

export interface MarkupAttribute {
  name: string
  value: string
  offset: number
}

export interface Tag {
  name: string
  attributes: MarkupAttribute[]
  kind: 'open' | 'close' | 'empty'
  offset: number
}

export interface MarkupFault {
  offset: number
  message: string
}

export interface Markup {
  tags: Tag[]
  faults: MarkupFault[]
}

const TAG = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const COMMENT = /<!--(?:(?!--)[^])*-->/y
const DECLARATION = /<\?xml\s[^?<>]*\?>/y
const KNOWN_REFERENCE = /&(?:amp|lt|gt|quot|apos|#\d{1,6}|#x[\da-f]{1,6});/iy

const matchAt = (pattern: RegExp, text: string, offset: number): RegExpExecArray | null => {
  pattern.lastIndex = offset
  return pattern.exec(text)
}

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Character references hide the real value of an attribute, so they are resolved before validation. */
export const resolveReferences = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return namedEntities[String(name).toLowerCase()] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

function readTag([whole, slash, name = '', attributes = '', empty]: RegExpExecArray, offset: number): Tag {
  const start = offset + whole.indexOf(attributes, name.length)
  return {
    name,
    offset,
    kind: slash ? 'close' : empty ? 'empty' : 'open',
    attributes: [...attributes.matchAll(ATTRIBUTE)].map(match => ({
      name: match[1] ?? '',
      value: resolveReferences(match[2] ?? match[3] ?? ''),
      offset: start + match.index
    }))
  }
}

function unreadableMessage(text: string, offset: number): string {
  if (/^<!DOCTYPE/i.test(text.slice(offset, offset + 9)))
    return 'a document type is not allowed, because it can define entities'
  if (text.startsWith('<!ENTITY', offset)) return 'an entity is not allowed'
  if (text.startsWith('<![CDATA[', offset)) return 'a CDATA section is not allowed'
  if (text.startsWith('<?', offset)) return 'a processing instruction is not allowed'
  if (text[offset] === '&') return 'an entity other than &amp; &lt; &gt; &quot; &apos; is not allowed'
  return 'this is not a well-formed tag'
}

/**
 * All tags in order, with an error for everything that is not a tag, comment, XML declaration, plain text or
 * plain reference.
 */
export function readMarkup(text: string): Markup {
  const tags: Tag[] = []
  const faults: MarkupFault[] = []
  for (let at = text.search(/[<&]/); at !== -1;) {
    const tag = matchAt(TAG, text, at)
    const other =
      matchAt(COMMENT, text, at) ??
      matchAt(KNOWN_REFERENCE, text, at) ??
      (at === 0 ? matchAt(DECLARATION, text, at) : null)
    if (tag !== null) tags.push(readTag(tag, at))
    else if (other === null) faults.push({ offset: at, message: unreadableMessage(text, at) })
    const from = at + (tag ?? other ?? ['<'])[0].length
    const next = text.slice(from).search(/[<&]/)
    at = next === -1 ? -1 : from + next
  }
  return { tags, faults: [...faults, ...unbalancedFaults(tags)] }
}

function unbalancedFaults(tags: Tag[]): MarkupFault[] {
  const open: Tag[] = []
  for (const tag of tags) {
    if (tag.kind === 'open') open.push(tag)
    if (tag.kind !== 'close') continue
    const last = open.pop()
    if (last === undefined) return [{ offset: tag.offset, message: `</${tag.name}> closes nothing` }]
    if (last.name !== tag.name) return [{ offset: last.offset, message: `<${last.name}> is not closed` }]
  }
  const left = open.at(-1)
  return left === undefined ? [] : [{ offset: left.offset, message: `<${left.name}> is not closed` }]
}
