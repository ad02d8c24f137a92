import { findNodeAtLocation, parseTree, type Node, type ParseError } from 'jsonc-parser'
import * as v from 'valibot'
import { isRecord } from '#lib/is-record.ts'
import { tooDeepAt } from '#lib/json-depth.ts'
import { closestName } from '#lib/text/similar-words.ts'
import { isStorable } from '#lib/text/text-characters.ts'
import { deriveBrand, readColour, type BrandColours } from '#programme/colours.ts'
import { introductionFaults } from '#programme/introduction.ts'
import { Programme } from '#programme/schema.ts'
import { ExplorerTypeSchema, NavigationEntry, SiteConfigSchema } from '#programme/site-config-schema.ts'
import { explorerTypeFaults } from './explorer-type-faults.ts'
import { lineStarts, textPosition, type Fault } from './fault.ts'
import { firstJsonFault } from './json-faults.ts'
import { redirectFaults } from './redirect-faults.ts'

/** Far deeper than any valid file; the parser and the checks are recursive. */
const MAX_FILE_DEPTH = 32

/** A programme's file as text and as a tree, so that every error has a position. */
export class ProgrammeText {
  readonly file: string
  readonly text: string
  readonly #errors: ParseError[] = []
  readonly #tree: Node | undefined
  readonly #tooDeepAt: number | null
  /** Where each line begins. */
  readonly #lines: number[]

  constructor(file: string, text: string) {
    this.file = file
    this.text = text
    this.#lines = lineStarts(text)
    this.#tooDeepAt = tooDeepAt(text, MAX_FILE_DEPTH)
    if (this.#tooDeepAt !== null) return
    this.#tree = parseTree(text, this.#errors, { disallowComments: true, allowTrailingComma: false })
  }

  get isTooDeep(): boolean {
    return this.#tooDeepAt !== null
  }

  fault(offset: number, message: string, hint?: string): Fault {
    return {
      file: this.file,
      ...textPosition(this.#lines, offset),
      message,
      ...(hint !== undefined && { hint })
    }
  }

  /** An error at the value of a path, or at the deepest part of the path that exists. */
  faultAt(path: readonly (string | number)[], message: string, hint?: string): Fault {
    return this.fault(this.#nodeAt(path)?.offset ?? 0, message, hint)
  }

  /** An error at a field's name. */
  faultAtName(path: readonly (string | number)[], message: string, hint?: string): Fault {
    const node = this.#nodeAt(path)
    return this.fault(
      (node?.parent?.type === 'property' ? node.parent.offset : node?.offset) ?? 0,
      message,
      hint
    )
  }

  #nodeAt(path: readonly (string | number)[]): Node | undefined {
    if (this.#tree === undefined) return undefined
    for (let length = path.length; length > 0; length--) {
      const node = findNodeAtLocation(this.#tree, path.slice(0, length))
      if (node !== undefined) return node
    }
    return this.#tree
  }

  syntaxFaults(): Fault[] {
    if (this.text.startsWith('\ufeff'))
      return [this.fault(0, 'the file begins with a byte order mark', 'save it as UTF-8 without BOM')]
    if (this.text.trim() === '') return [this.fault(0, 'the file is empty')]
    if (this.#tooDeepAt !== null)
      return [
        this.fault(
          this.#tooDeepAt,
          `brackets are nested more than ${MAX_FILE_DEPTH} levels deep`,
          'close some of them earlier'
        )
      ]
    const first = firstJsonFault(this.text, this.#errors)
    if (first !== undefined) return [this.fault(first.offset, first.message, first.hint)]
    return [
      ...duplicateKeys(this.#tree).map(key => this.fault(key.offset, `duplicate key "${key.value}"`)),
      ...unstorableTexts(this.#tree).map(node =>
        this.fault(
          node.offset,
          node.value === '__proto__'
            ? '"__proto__" cannot be used as a name or a text'
            : 'this text contains half a character or a zero byte',
          'write it again'
        )
      )
    ]
  }
}

/** Names and values that sites and the database cannot store. */
function unstorableTexts(node: Node | undefined): Node[] {
  if (node === undefined) return []
  // JavaScript treats __proto__ specially and loses a property of that name.
  const isBad = node.type === 'string' && (!isStorable(node.value as string) || node.value === '__proto__')
  return [...(isBad ? [node] : []), ...(node.children ?? []).flatMap(unstorableTexts)]
}

function duplicateKeys(node: Node | undefined): Node[] {
  if (node === undefined) return []
  const keys = (node.type === 'object' ? (node.children ?? []) : []).flatMap(
    property => property.children?.slice(0, 1) ?? []
  )
  const seen = new Set<unknown>()
  const repeated = keys.filter(key => seen.size === seen.add(key.value).size)
  return [...repeated, ...(node.children ?? []).flatMap(duplicateKeys)]
}

const issuePath = (issue: v.BaseIssue<unknown>): (string | number)[] =>
  (issue.path ?? []).map(item => item.key as string | number)

/** The fields that are allowed instead of an unknown one. */
function allowedFields(path: (string | number)[]): string[] {
  if (path.length <= 1) return Object.keys(Programme.entries)
  if (path.length === 2) return Object.keys(SiteConfigSchema.entries)
  return Object.keys((path[1] === 'navigation' ? NavigationEntry : ExplorerTypeSchema).entries)
}

/** The message for an unknown field, with a hint. */
function unknownField(path: (string | number)[], name: string): [string, string | undefined] {
  if (path.length === 1 && Object.hasOwn(SiteConfigSchema.entries, name))
    return [`"${name}" belongs in siteConfig`, 'move it between the braces after "siteConfig":']
  if (path.length === 2 && path[0] === 'siteConfig' && Object.hasOwn(Programme.entries, name))
    return [`"${name}" belongs beside siteConfig, not in it`, 'move it to the top of the file']
  const close = closestName(name, allowedFields(path))
  return [`unknown field "${name}"`, close && `did you mean "${close}"?`]
}

function programmeFault(source: ProgrammeText, issue: v.BaseIssue<unknown>): Fault {
  const path = issuePath(issue)
  const name = String(path.at(-1) ?? '')
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return source.faultAtName(path, ...unknownField(path, name))
  if (issue.type === 'strict_object' && path.length > 0 && issue.received === 'undefined')
    return source.faultAt(path, `missing field "${name}"`)
  if (issue.type === 'strict_object') return source.faultAt(path, `${name} must be an object`)
  const ofKey = issue.path?.at(-1)?.origin === 'key'
  return ofKey ? source.faultAtName(path, `${issue.message}: "${name}"`) : source.faultAt(path, issue.message)
}

/**
 * Checks that the schema cannot express: colours, loops, markup. Field by field, so that one error does not
 * hide others.
 */
function contentFaults(source: ProgrammeText, json: JsonObject, brand: BrandColours | undefined): Fault[] {
  const { primaryColour } = json
  const siteConfig = isRecord(json['siteConfig']) ? json['siteConfig'] : {}
  const faults = typeof primaryColour === 'string' ? colourFaults(source, primaryColour.trim(), brand) : []
  const redirects = v.safeParse(v.record(v.string(), v.string()), siteConfig['redirects'])
  for (const { from, message, hint } of redirects.success ? redirectFaults(redirects.output) : []) {
    faults.push(source.faultAtName(['siteConfig', 'redirects', from], message, hint))
  }
  faults.push(
    ...listFaults(source, ['siteConfig'], json),
    ...['redirects', 'feature_flags'].flatMap(field => listFaults(source, ['siteConfig', field], siteConfig))
  )
  for (const { index, message, hint } of explorerTypeFaults(siteConfig['explorer_types'])) {
    faults.push(source.faultAt(['siteConfig', 'explorer_types', index, 'explorer_type'], message, hint))
  }
  const intro = siteConfig['intro_html']
  for (const { message } of typeof intro === 'string' ? introductionFaults(intro) : []) {
    faults.push(source.faultAt(['siteConfig', 'intro_html'], message))
  }
  return faults
}

/** A list passes for an object with numeric keys, so it is checked separately. */
function listFaults(source: ProgrammeText, path: string[], holder: JsonObject): Fault[] {
  const name = path.at(-1) ?? ''
  return Array.isArray(holder[name]) ? [source.faultAt(path, `${name} must be an object`)] : []
}

function colourFaults(source: ProgrammeText, colour: string, brand: BrandColours | undefined): Fault[] {
  if (brand !== undefined) return []
  const at = ['primaryColour']
  if (readColour(colour) === undefined)
    return [source.faultAt(at, `"${colour}" is not an opaque colour`, 'write it as #rrggbb')]
  return [
    source.faultAt(at, `"${colour}" cannot be told from the white page`, 'choose a darker or stronger colour')
  ]
}

type JsonObject = Record<string, unknown>

export interface ReadProgramme {
  /** Only if the file is valid. */
  programme?: Programme
  brand?: BrandColours | undefined
  /** The file's own values, valid or not, for the comparison with other files. */
  code?: unknown
  programmeId?: unknown
  faults: Fault[]
}

/** Validates one file as far as possible without the others. */
export function readProgramme(source: ProgrammeText): ReadProgramme {
  const syntax = source.syntaxFaults()
  if (source.isTooDeep) return { faults: syntax }
  let json: unknown
  try {
    json = JSON.parse(source.text)
  } catch {
    return { faults: syntax.length > 0 ? syntax : [source.fault(0, 'not valid JSON')] }
  }
  if (!isRecord(json)) return { faults: [source.fault(0, 'a programme must be one JSON object')] }
  const { code, programmeId, primaryColour } = json
  const brand = typeof primaryColour === 'string' ? deriveBrand(primaryColour.trim()) : undefined
  const result = v.safeParse(Programme, json)
  const faults = [
    ...syntax,
    ...(result.issues ?? []).map(issue => programmeFault(source, issue)),
    ...contentFaults(source, json, brand)
  ]
  return {
    code,
    programmeId,
    faults,
    brand,
    ...(result.success && faults.length === 0 && { programme: result.output })
  }
}
