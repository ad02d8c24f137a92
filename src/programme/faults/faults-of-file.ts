// Validates a programme's file.

import * as v from 'valibot'
import { PROJECT_PAGES } from '#contract/codes.ts'
import { isRecord } from '#lib/is-record.ts'
import { closestName } from '#lib/text/similar-words.ts'
import { plainOrigin } from '#programme/addresses.ts'
import { deriveBrand, readColour, type BrandColours } from '#programme/colours.ts'
import { readMarkup, type MarkupFault, type Tag } from '#programme/logo/markup.ts'
import { Programme } from '#programme/schema.ts'
import { ExplorerTypeSchema, NavigationEntry, SiteConfigSchema } from '#programme/site-config-schema.ts'
import type { Fault } from './fault.ts'
import { JsonText } from './json-text.ts'
import { redirectFaults } from './redirect-faults.ts'

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

function programmeFault(source: JsonText, issue: v.BaseIssue<unknown>): Fault {
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
function contentFaults(source: JsonText, json: JsonObject, brand: BrandColours | undefined): Fault[] {
  const { primaryColour } = json
  const siteConfig = isRecord(json['siteConfig']) ? json['siteConfig'] : {}
  const faults = typeof primaryColour === 'string' ? colourFaults(source, primaryColour.trim(), brand) : []
  const redirects = v.safeParse(v.record(v.string(), v.string()), siteConfig['redirects'])
  const origins = v.safeParse(v.array(v.pipe(v.string(), v.transform(plainOrigin))), json['origins'])
  const own = origins.success ? origins.output : []
  for (const { from, message, hint } of redirects.success ? redirectFaults(redirects.output, own) : []) {
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
function listFaults(source: JsonText, path: string[], holder: JsonObject): Fault[] {
  const name = path.at(-1) ?? ''
  return Array.isArray(holder[name]) ? [source.faultAt(path, `${name} must be an object`)] : []
}

function colourFaults(source: JsonText, colour: string, brand: BrandColours | undefined): Fault[] {
  if (brand !== undefined) return []
  const at = ['primaryColour']
  if (readColour(colour) === undefined)
    return [source.faultAt(at, `"${colour}" is not an opaque colour`, 'write it as #rrggbb')]
  return [
    source.faultAt(
      at,
      `"${colour}" cannot be distinguished from the white page`,
      'choose a darker or stronger colour'
    )
  ]
}

interface ExplorerTypeFault {
  index: number
  message: string
  hint: string
}

/** Unreachable types: their path belongs to another page or another type. */
function explorerTypeFaults(types: unknown): ExplorerTypeFault[] {
  const names = Array.isArray(types)
    ? types.map((type: { explorer_type?: unknown } | null) => type?.explorer_type)
    : []
  return names.flatMap((name, index) => {
    if (typeof name !== 'string') return []
    if (PROJECT_PAGES.has(name))
      return [
        {
          index,
          message: `"${name}" is the address of another page of a project`,
          hint: `choose another, such as ${name}-results`
        }
      ]
    if (names.indexOf(name) < index)
      return [
        { index, message: `explorer_type "${name}" occurs twice`, hint: 'each needs an address of its own' }
      ]
    return []
  })
}

/** The introduction is part of the static page and is shown before any script runs, so the build validates it. */
const INTRODUCTION_TAGS = new Set(['p', 'strong', 'em', 'b', 'i', 'ul', 'ol', 'li', 'a', 'h3'])
const INTRODUCTION_HREF = /^(https?:\/\/|mailto:|\/(?!\/))/i

function introductionTagFaults(tag: Tag): MarkupFault[] {
  if (!INTRODUCTION_TAGS.has(tag.name))
    return [{ offset: tag.offset, message: `<${tag.name}> is not allowed in intro_html` }]
  return tag.attributes.flatMap(({ name, value }) => {
    if (tag.name === 'a' && name === 'href') {
      return INTRODUCTION_HREF.test(value)
        ? []
        : [{ offset: tag.offset, message: `href="${value}" is neither http(s), mailto nor a path` }]
    }
    return [{ offset: tag.offset, message: `"${name}" is not allowed on <${tag.name}> in intro_html` }]
  })
}

/** Finds anything in the text that is not plain, harmless HTML. */
function introductionFaults(html: string): MarkupFault[] {
  const { tags, faults } = readMarkup(html)
  return [...faults, ...tags.flatMap(introductionTagFaults)]
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
export function readProgramme(source: JsonText): ReadProgramme {
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
