// In files, a share of answers names its options; in the database it has their ids.

import type { Aggregate, AggregateKind } from '#contract/chart-aggregates.ts'
import { keyFor, nameOfKey, type ContentRow, type ContentTree } from './content.ts'
import type { FieldJson } from './fields.ts'
import { rowId, type StoredContent } from './stored/stored-row.ts'

/** The aggregate of a parameter as files have it. */
export type NamedAggregate = { kind: AggregateKind; options: string[] } | null

export const aggregateOf = ({ values }: Pick<ContentRow, 'values'>): NamedAggregate =>
  (values['aggregate'] ?? null) as NamedAggregate

/** Replaces the ids in stored aggregates by the options' names. */
export function nameOptions(content: StoredContent): void {
  const names = new Map(
    [...content.question_options.values()].map(option => [rowId(option), nameOfKey(option.key)])
  )
  for (const { values } of content.chart_parameters.values()) {
    const stored = values['aggregate'] as unknown as Aggregate | null
    values['aggregate'] = stored && {
      kind: stored.kind,
      options: stored.option_ids.map(id => names.get(id) ?? String(id))
    }
  }
}

/** The aggregate with ids. */
export function storedAggregate(
  row: Pick<ContentRow, 'values' | 'refs'>,
  ids: Readonly<Record<string, number>>
): FieldJson {
  const named = aggregateOf(row)
  return named && { kind: named.kind, option_ids: named.options.map(name => ids[optionContentKey(row, name)] ?? 0) }
}

const optionContentKey = ({ refs }: Pick<ContentRow, 'refs'>, name: string): string =>
  keyFor(refs['question_id'] ?? '', 'question_options', name)

/** The names of a question's options. */
export const optionNamesOf = (content: ContentTree, question: string): string[] =>
  [...content.question_options.values()]
    .filter(({ parent }) => parent === question)
    .map(({ key }) => nameOfKey(key))
