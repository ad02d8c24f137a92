// A plan as people read it: a line for each thing, with the file and line where it stands.

import { nameOfKey } from './content.ts'
import type { Desired } from './desired.ts'
import type { DifferenceEntry } from './difference.ts'
import { effectText, NO_EFFECT } from './effects.ts'
import { contentKindNames } from './kinds/content-kind.ts'
import { contentKinds } from './kinds/content-kinds.ts'

const changeLabels: Record<DifferenceEntry['change'], string> = {
  new: 'new',
  changed: 'changed',
  renamed: 'renamed',
  retired: 'retired',
  removed: 'removed',
  refused: 'refused'
}

/** A new thing is told with what it brings along, and not each part of it by itself. */
export function reportLines(entries: readonly DifferenceEntry[], desired: Desired): string[] {
  const isNew = new Set(entries.filter(({ change }) => change === 'new').map(({ key }) => key))
  const parentOf = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf('/')))
  const told = entries.filter(({ change, key }) => change !== 'new' || !isNew.has(parentOf(key)))
  const parts = new Map<string, number>()
  for (const key of isNew)
    for (let owner = parentOf(key); owner !== ''; owner = parentOf(owner))
      parts.set(owner, (parts.get(owner) ?? 0) + 1)
  return told.map(entry => {
    const { file, line } = entry.place ?? reportPosition(entry.key, desired)
    const sentence = reportSentence(entry, parts.get(entry.key) ?? 0)
    return `${file}:${line} ${sentence} [${effectText(entry.effect ?? NO_EFFECT)}]`
  })
}

function reportSentence(
  { change, kind, key, columns = [], reason, was }: DifferenceEntry,
  parts: number
): string {
  const where = key.split('/').slice(0, -1).map(nameOfKey).join(' › ')
  const what = `${changeLabels[change]} ${contentKinds[kind].word} "${nameOfKey(key)}"${where === '' ? '' : ` of ${where}`}`
  if (reason !== undefined) return `${what}: ${reason}`
  const names = columns.map(columnLabel).join(', ')
  if (change === 'changed') return `${what}: ${names}`
  if (change === 'renamed') return `${what}, which was "${was ?? ''}"${names === '' ? '' : `: ${names}`}`
  return parts === 0 ? what : `${what}, with ${parts} ${parts === 1 ? 'part' : 'parts'}`
}

/** What is gone from the files is told where it was: at what it belongs to. */
function reportPosition(key: string, { content }: Desired): { file: string; line: number } {
  for (let owner = key; owner !== ''; owner = owner.slice(0, Math.max(0, owner.lastIndexOf('/'))))
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

export function reportSummary(entries: readonly DifferenceEntry[], isApplied: boolean): string {
  if (entries.length === 0) return 'Nothing to do.'
  const counts = (Object.keys(changeLabels) as DifferenceEntry['change'][]).flatMap(change => {
    const count = entries.filter(entry => entry.change === change).length
    return count === 0 ? [] : [`${count} ${changeLabels[change]}`]
  })
  const isRefused = entries.some(({ change }) => change === 'refused')
  const outcome = isRefused
    ? 'Nothing was written, because something was refused.'
    : isApplied
      ? 'Everything was written.'
      : 'Nothing was written; --apply writes it.'
  return `${counts.join(', ')}. ${outcome}`
}
