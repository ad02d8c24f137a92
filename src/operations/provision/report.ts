// Prints a plan for people: one line per item, with its file and line.

import { contentKindNames } from './content-kinds/definition.ts'
import { contentKinds } from './content-kinds/registry.ts'
import { nameOfKey, parentKey } from './content.ts'
import type { Desired } from './desired.ts'
import { CHANGES, type AnswersEntry, type DifferenceEntry, type PlanEntry } from './difference.ts'
import { effectText, NO_EFFECT } from './effects.ts'

/** A new item is listed once, with the number of its parts. */
export function reportLines(entries: readonly PlanEntry[], desired: Desired): string[] {
  const isNew = new Set(entries.filter(({ change }) => change === 'new').map(({ key }) => key))
  const listed = entries.filter(({ change, key }) => change !== 'new' || !isNew.has(parentKey(key)))
  const parts = new Map<string, number>()
  for (const key of isNew)
    for (let owner = parentKey(key); owner !== ''; owner = parentKey(owner))
      parts.set(owner, (parts.get(owner) ?? 0) + 1)
  return listed.map(entry => {
    const { file, line } = entry.place ?? reportPosition(entry.key, desired)
    const sentence =
      entry.kind === 'answers' ? answersSentence(entry) : reportSentence(entry, parts.get(entry.key) ?? 0)
    return `${file}:${line} ${sentence} [${effectText(entry.effect ?? NO_EFFECT)}]`
  })
}

const answersSentence = ({ change, summary, reason }: AnswersEntry): string =>
  `${change} ${summary ?? `answer: ${reason ?? ''}`}`

function reportSentence(
  { change, kind, key, columns = [], reason, was }: DifferenceEntry,
  parts: number
): string {
  const where = key.split('/').slice(0, -1).map(nameOfKey).join(' › ')
  const what = `${change} ${contentKinds[kind].word} "${nameOfKey(key)}"${where === '' ? '' : ` of ${where}`}`
  if (reason !== undefined) return `${what}: ${reason}`
  const names = columns.map(columnLabel).join(', ')
  if (change === 'changed') return `${what}: ${names}`
  if (change === 'renamed') return `${what}, which was "${was ?? ''}"${names === '' ? '' : `: ${names}`}`
  return parts === 0 ? what : `${what}, with ${parts} ${parts === 1 ? 'part' : 'parts'}`
}

/** The position of an item that the files omit: that of its closest ancestor in them. */
function reportPosition(key: string, { content }: Desired): { file: string; line: number } {
  for (let owner = key; owner !== ''; owner = parentKey(owner))
    for (const kind of contentKindNames) {
      const row = content[kind].get(owner)
      if (row) return row.place
    }
  return { file: key.startsWith('organisations:') ? 'organisations.csv' : 'programme.json', line: 1 }
}

const columnLabel = (column: string): string => {
  const names: Record<string, string> = {
    display_order: 'order',
    is_active: 'in use again',
    digest: 'content'
  }
  return names[column] ?? column.replace(/_id$/, '')
}

export function reportSummary(entries: readonly PlanEntry[], isApplied: boolean): string {
  if (entries.length === 0) return 'Nothing to do.'
  const counts = CHANGES.flatMap(change => {
    const count = entries.filter(entry => entry.change === change).length
    return count === 0 ? [] : [`${count} ${change}`]
  })
  const isRefused = entries.some(({ change }) => change === 'refused')
  const outcome = isRefused
    ? 'Nothing was written, because something was refused.'
    : isApplied
      ? 'Everything was written.'
      : 'Nothing was written; --apply writes it.'
  return `${counts.join(', ')}. ${outcome}`
}
