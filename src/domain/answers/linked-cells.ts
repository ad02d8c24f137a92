// Which answers a correction of others can require.

import type { Question } from '#contract/questionnaires.ts'
import { planDerivation } from '#domain/formulas/derivation.ts'
import { compile } from '#domain/formulas/expression.ts'
import { cellKey } from './cell-address.ts'
import { isAnswerable } from './cell-rules.ts'
import { isCalculated } from './question-types.ts'

/**
 * The cells of a section that people can enter among the given ones, and those that share a calculated cell with them or are shown or hidden by
 * them, directly or through each other. Limits between cells are limits of calculated ones. A calculated cell stands for what it is calculated from.
 */
export function withLinkedCells(questions: readonly Question[], given: ReadonlySet<string>): Question[] {
  const { keysOf } = planDerivation(questions)
  const byKey = new Map(questions.map(question => [cellKey(question), question]))
  /** The cells that a formula depends on, also through calculated ones. */
  const sourcesOf = (formula: string | null, seen: ReadonlySet<string> = new Set()): string[] => {
    const compiled = compile(formula ?? '')
    const keys = compiled.ok ? compiled.value.references.flatMap(keysOf) : []
    return keys
      .filter(key => !seen.has(key))
      .flatMap(key => {
        const source = byKey.get(key)
        return source && isCalculated(source) ? sourcesOf(source.expression, new Set([...seen, key])) : [key]
      })
  }
  const links = questions.flatMap(question => {
    const key = cellKey(question)
    const sources = isCalculated(question) ? sourcesOf(question.expression) : []
    return [
      { key, sources, opened: sources },
      { key: null, sources: sourcesOf(question.visible_if), opened: [key] }
    ]
  })
  const calculatedFrom = links.flatMap(({ key, sources }) => (key !== null && given.has(key) ? sources : []))
  const opened = new Set([...given, ...calculatedFrom])
  // Opened cells may change too, and then open more.
  let size
  do {
    size = opened.size
    for (const link of links)
      if (link.sources.some(key => opened.has(key))) link.opened.forEach(key => opened.add(key))
  } while (opened.size > size)
  return questions.filter(question => isAnswerable(question) && opened.has(cellKey(question)))
}
