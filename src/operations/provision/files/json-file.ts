// Reads a JSON file and validates it; every fault has its line.

import * as v from 'valibot'
import { issueSentence } from '#lib/issue-sentence.ts'
import { closestName } from '#lib/text/similar-words.ts'
import type { Fault } from '#programme/faults/fault.ts'
import { JsonText } from '#programme/faults/json-text.ts'
import { readText } from '#programme/read-file.ts'

/** The path to a value in a file: names of fields, and indexes in lists. */
export type JsonPath = readonly (string | number)[]

export interface JsonFile<T> {
  value: T
  /** Relative to the folder. */
  file: string
  lineAt: (path: JsonPath) => number
  faultAt: (path: JsonPath, message: string, hint?: string) => Fault
}

/** Reads a file. On failure it adds the faults to the list and returns undefined. */
export function readJsonFile<S extends v.GenericSchema>(
  folder: string,
  file: string,
  schema: S,
  faults: Fault[]
): JsonFile<v.InferOutput<S>> | undefined {
  const read = readText(folder, file)
  if ('fault' in read) {
    faults.push(read.fault)
    return undefined
  }
  const source = new JsonText(file, read.text)
  const syntax = source.syntaxFaults()
  if (syntax.length > 0) {
    faults.push(...syntax)
    return undefined
  }
  const result = v.safeParse(schema, JSON.parse(read.text))
  if (!result.success) {
    faults.push(...result.issues.map(issue => contentFault(source, schema, issue)))
    return undefined
  }
  return {
    value: result.output,
    file,
    lineAt: path => source.faultAt(path, '').line,
    faultAt: (path, message, hint) => source.faultAt(path, message, hint)
  }
}

function contentFault(source: JsonText, schema: v.GenericSchema, issue: v.BaseIssue<unknown>): Fault {
  const path = (issue.path ?? []).map(item => item.key as string | number)
  const name = String(path.at(-1) ?? 'the file')
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    const close = closestName(name, possibleFields(schema, path.slice(0, -1)))
    return source.faultAtName(path, `unknown field "${name}"`, close && `did you mean "${close}"?`)
  }
  if (issue.received === 'undefined') return source.faultAt(path, `missing field "${name}"`)
  const label = typeof path.at(-1) === 'number' ? `entry ${Number(path.at(-1)) + 1}` : name
  const sentence = issueSentence(issue)
  // A list's limit is a sentence of its own.
  return source.faultAt(path, `${label}${/^(must|is) /.test(sentence) ? '' : ':'} ${sentence}`)
}

interface ObjectSchema {
  entries?: Record<string, ObjectSchema>
  item?: ObjectSchema
  wrapped?: ObjectSchema
}

const unwrapSchema = (schema: ObjectSchema | undefined): ObjectSchema | undefined =>
  schema?.wrapped ? unwrapSchema(schema.wrapped) : schema

/** The fields that are possible at a path. */
function possibleFields(schema: unknown, path: JsonPath): string[] {
  let at = schema as ObjectSchema | undefined
  for (const step of path)
    at = typeof step === 'number' ? unwrapSchema(at)?.item : unwrapSchema(at)?.entries?.[step]
  return Object.keys(unwrapSchema(at)?.entries ?? {})
}
