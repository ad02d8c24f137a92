// The meaning of each field of the API. A name means the same in every operation, so a field without a description of its own takes that of
// its namesake, or of its suffix.

import type { GenericSchema } from 'valibot'
import { descriptionOf } from '#lib/describe.ts'
import type { Endpoint } from './endpoint.ts'

const inWords = (name: string): string => name.replaceAll('_', ' ')

const endings: readonly [RegExp, (words: string) => string][] = [
  [/_ids$/, words => `Ids: ${words}.`],
  [/_id$/, words => `Id: ${words}.`],
  [/_names$/, words => `Names: ${words}.`],
  [/_name$/, words => `Name: ${words}.`]
]

function describeByEnding(name: string): string | undefined {
  const [ending, describe] = endings.find(([pattern]) => pattern.test(name)) ?? []
  return ending && describe?.(inWords(name.replace(ending, '')))
}

/** The schemas that a schema consists of, fields by name. */
function partsOf(schema: object): [name: string | undefined, part: unknown][] {
  const { entries = {}, ...others } = schema as { entries?: object }
  return [
    ...Object.entries(entries),
    ...Object.values(others)
      .flat()
      .map((part): [undefined, unknown] => [undefined, part])
  ]
}

function collect(schema: unknown, texts: Map<string, Set<string>>, seen: Set<unknown>): void {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return
  seen.add(schema)
  for (const [name, part] of partsOf(schema)) {
    const text = name === undefined ? undefined : descriptionOf(part as GenericSchema)
    if (name !== undefined && text !== undefined) texts.set(name, (texts.get(name) ?? new Set()).add(text))
    collect(part, texts, seen)
  }
}

/** The description of a field; undefined if it has none, or if its namesakes mean different things. */
export function fieldDescriber(endpoints: Record<string, Endpoint>) {
  const texts = new Map<string, Set<string>>()
  const seen = new Set<unknown>()
  for (const { params, query, body, reply } of Object.values(endpoints))
    for (const schema of [params, query, body, reply]) collect(schema, texts, seen)
  return (name: string, field: GenericSchema): string | undefined => {
    const [shared, other] = texts.get(name) ?? []
    return descriptionOf(field) ?? (other === undefined ? shared : undefined) ?? describeByEnding(name)
  }
}
