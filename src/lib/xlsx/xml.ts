// As much XML as a workbook needs: reading tag by tag, and writing text that every reader returns unchanged.
// Nothing is ever fetched or expanded: besides the five of XML itself the parser knows no entities, whatever a document type declares.
import { SaxesParser } from 'saxes'

/** An attribute of the tag at hand by its name, null where there is none. */
export type Attribute = (name: string) => string | null

export interface XmlVisitor {
  /** Names come without a prefix. */
  open: (name: string, attribute: Attribute) => void
  close: (name: string) => void
  text: (text: string) => void
}

/** Walks through a document. Returns false as soon as it is not well formed: a tag that is truncated, closed twice or never closed. */
export function walkXml(document: string, visitor: XmlVisitor): boolean {
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('opentag', ({ name, attributes }) => visitor.open(localName(name), attributeOf(attributes)))
  parser.on('closetag', ({ name }) => visitor.close(localName(name)))
  parser.on('text', visitor.text)
  parser.on('cdata', visitor.text)
  // The parser goes on after a fault unless it is stopped; what a visitor throws passes through.
  parser.on('error', fault => {
    if (fault.message !== UNKNOWN_ENTITY) throw new NotWellFormed(fault.message)
  })
  try {
    parser.write(document).close()
    return true
  } catch (error) {
    if (error instanceof NotWellFormed) return false
    throw error
  }
}

/** Stays as it is written: of a cell whose text it stands in there is nothing else to say. */
const UNKNOWN_ENTITY = 'undefined entity.'

class NotWellFormed extends Error {}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** `id` finds `id`, `:id` finds it under any prefix. */
const attributeOf =
  (attributes: Readonly<Record<string, string>>): Attribute =>
  wanted =>
    wanted.startsWith(':')
      ? (Object.entries(attributes).find(([name]) => name.endsWith(wanted))?.[1] ?? null)
      : (attributes[wanted] ?? null)

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
