// Items with answers are retired only with --retire, because a misspelled name would retire an item as surely as removing it.

import { nameField } from './content-kinds/definition.ts'
import { contentKinds } from './content-kinds/registry.ts'
import { nameOfKey } from './content.ts'
import type { Difference, Effect, DifferenceEntry } from './difference.ts'
import { needsConsent, NO_EFFECT } from './effects.ts'
import type { ScopeLoss } from './scope-losses.ts'

/** Adds the effect to each line of the plan, and refuses without --retire what takes entries from people. */
export const withConsent = (
  entries: readonly DifferenceEntry[],
  effects: ReadonlyMap<string, Effect>,
  losses: ReadonlyMap<string, ScopeLoss>,
  mayRetire: boolean,
  difference: Difference
): DifferenceEntry[] =>
  entries.map(entry => {
    const loss = entry.change === 'refused' ? undefined : losses.get(entry.key)
    const effect = loss?.effect ?? effects.get(entry.key) ?? NO_EFFECT
    if (mayRetire || !(loss || needsConsent(entry, effect))) return { ...entry, effect }
    if (loss)
      return {
        ...entry,
        effect,
        change: 'refused',
        reason: `${loss.reason}; or add --retire to take it away`
      }
    const reason = `it is in use; ${describeRemedy(entry, difference)}, or add --retire to retire it`
    return { ...entry, effect, change: 'refused', reason }
  })

/** How to keep the item. */
function describeRemedy({ kind, key }: DifferenceEntry, { added }: Difference): string {
  if (kind === 'organisations') {
    const code = nameOfKey(key)
    const others = added.filter(row => row.kind === kind).map(row => `"${nameOfKey(row.key)}"`)
    const isOther = others.length === 0 ? '' : ` (${others.slice(0, 3).join(', ')} would be new)`
    return `an organisation is identified by its code, so keep "${code}" and change only its name${isOther}`
  }
  return nameField(contentKinds[kind]) === undefined
    ? 'put it back'
    : `put it back, or write "was": "${nameOfKey(key)}" beside its new name`
}
