// As much XML as a workbook needs: reading tag by tag, and writing text that every reader returns unchanged.
// Nothing is ever fetched or expanded: besides the five of XML itself there are no entities here, so a document type changes nothing.

/** An attribute of the tag at hand by its name, null where there is none. */
export type Attribute = (name: string) => string | null

export interface XmlVisitor {
  /** Names come without a prefix. */
  open: (name: string, attribute: Attribute) => void
  close: (name: string) => void
  text: (text: string) => void
}

/** Comments, character data, instructions and document types first, then tags; values in quotes may hold a bracket. */
const markup =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!](?:[^>"']|"[^"]*"|'[^']*')*>|<(\/?)([^\s/<>"']+)(?=[\s/>])((?:[^<>"'/]|"[^"<]*"|'[^'<]*'|\/(?!>))*)(\/?)>/y

/** Walks through a document. Returns false as soon as it is not well formed: a tag that is truncated, closed twice or never closed. */
export function walkXml(document: string, visitor: XmlVisitor): boolean {
  const openNames: string[] = []
  let at = 0
  for (let next = document.indexOf('<'); next >= 0; next = document.indexOf('<', at)) {
    if (next > at && openNames.length > 0) visitor.text(decodeEntities(document.slice(at, next)))
    markup.lastIndex = next
    const match = markup.exec(document)
    if (match === null) return false
    at = next + match[0].length
    if (match[1] !== undefined) visitor.text(match[1])
    if (match[3] !== undefined && !visitTag(match, openNames, visitor)) return false
  }
  return openNames.length === 0 && at > 0
}

function visitTag(
  [, , slash, name = '', attributes = '', isEmpty]: RegExpExecArray,
  openNames: string[],
  visitor: XmlVisitor
): boolean {
  const local = localName(name)
  if (slash === '') visitor.open(local, attribute => attributeIn(attributes, attribute))
  if (slash === '' && isEmpty === '') openNames.push(local)
  else if (slash === '/' && openNames.pop() !== local) return false
  else visitor.close(local)
  return true
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** `id` finds `id`, `:id` finds it under any prefix. */
function attributeIn(attributes: string, wanted: string): string | null {
  for (const [, name = '', double, single] of attributes.matchAll(
    /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
  )) {
    if (wanted.startsWith(':') ? name.endsWith(wanted) : name === wanted)
      return decodeEntities(double ?? single ?? '')
  }
  return null
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    }
  )
}

/** Characters that XML cannot carry or does not keep: control characters, the carriage return, halves of pairs, two non-characters. */
const unfit = /(?![\t\n\x7f-\x9f])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu

export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A workbook's text: what XML cannot carry is written as `_x000D_`, and an underscore that would be read so as `_x005F_`. */
export const encodeText = (text: string): string =>
  escapeMarkup(
    text
      .replace(/_(?=x[0-9a-f]{4})/gi, '_x005F_')
      .replace(
        unfit,
        character => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
      )
  )

/** The text that `encodeText` or another program has written. */
export const decodeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
