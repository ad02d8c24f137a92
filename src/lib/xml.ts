// The XML that a workbook needs: reads tag by tag, and writes text that every reader returns unchanged.
// Nothing is fetched or expanded: apart from XML's own five, the parser knows no entities, whatever a
// document type declares. A file of a few kilobytes can unpack to millions of tags, so their number is limited.

import { SaxesParser } from 'saxes'
import { escapeMarkup } from './text/markup.ts'

/** An attribute of the current tag; null if there is none. */
export type ReadAttribute = (name: string) => string | null

export interface XmlVisitor {
  /** Names come without a prefix. */
  open: (name: string, attribute: ReadAttribute) => void
  close: (name: string) => void
  text: (text: string) => void
}

/** How many tags the documents of one file may have in total; each walk subtracts its own from `left`. */
export interface TagBudget {
  left: number
}

/** More than a sheet of 64 MB has of empty cells with a format. */
export const MAX_TAGS = 4_000_000
/** Spreadsheets nest their parts about ten deep. */
const MAX_XML_DEPTH = 100
const MAX_ATTRIBUTES = 500

/**
 * Parses a document. Returns false as soon as it is not well-formed (a tag is truncated, closed twice or never closed) or exceeds the limits
 * on nesting, tags or attributes.
 */
export function walkXml(
  document: string,
  visitor: XmlVisitor,
  budget: TagBudget = { left: MAX_TAGS }
): boolean {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  let attributeCount = 0
  parser.on('attribute', () => {
    if ((attributeCount += 1) > MAX_ATTRIBUTES) throw new NotWellFormed('too many attributes')
  })
  parser.on('opentag', ({ name, attributes }) => {
    attributeCount = 0
    if ((depth += 1) > MAX_XML_DEPTH || (budget.left -= 1) < 0) throw new NotWellFormed('too many tags')
    visitor.open(localName(name), attributeOf(attributes))
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    visitor.close(localName(name))
  })
  parser.on('text', visitor.text)
  parser.on('cdata', visitor.text)
  // The parser continues after an error unless it is stopped; exceptions of a visitor pass through.
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

/** An unknown entity stays as it is written. */
const UNKNOWN_ENTITY = 'undefined entity.'

class NotWellFormed extends Error {}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** `id` finds `id`, `:id` finds it under any prefix. */
const attributeOf =
  (attributes: Readonly<Record<string, string>>): ReadAttribute =>
  wanted =>
    wanted.startsWith(':')
      ? (Object.entries(attributes).find(([name]) => name.endsWith(wanted))?.[1] ?? null)
      : (attributes[wanted] ?? null)

/**
 * Characters that XML cannot represent or does not preserve: control characters, the carriage return, lone
 * surrogates, two non-characters.
 */
const UNREPRESENTABLE = /(?![\t\n\x7f-\x9f])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu

/**
 * Text for a workbook: what XML cannot represent becomes `_x000D_`, and an underscore that would be read so
 * becomes `_x005F_`.
 */
export const encodeText = (text: string): string =>
  escapeMarkup(
    text
      .replace(/_(?=x[0-9a-f]{4})/gi, '_x005F_')
      .replace(
        UNREPRESENTABLE,
        character => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
      )
  )

/** Decodes text written by `encodeText` or another program. */
export const decodeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
