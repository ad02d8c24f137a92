// Items with answers are retired only with --retire, because a misspelled name would retire an item as surely as removing it.
import { nameIn } from './content.ts'
import type { Difference, Effect, Entry } from './difference.ts'
import { needsConsent, nothing } from './effects.ts'
import { nameField } from './kind.ts'
import { kinds } from './kinds.ts'

/** Adds the effect to each line of the plan, and refuses retirements without --retire. */
export const withConsent = (
  entries: readonly Entry[],
  effects: ReadonlyMap<string, Effect>,
  mayRetire: boolean,
  difference: Difference
): Entry[] =>
  entries.map(entry => {
    const effect = effects.get(entry.key) ?? nothing
    if (mayRetire || !needsConsent(entry, effect)) return { ...entry, effect }
    const reason = `it is in use; ${wayOut(entry, difference)}, or add --retire to retire it`
    return { ...entry, effect, change: 'refused', reason }
  })

/** How to keep the item. */
function wayOut({ kind, key }: Entry, { added }: Difference): string {
  if (kind === 'organisations') {
    const code = nameIn(key)
    const others = added.filter(row => row.kind === kind).map(row => `"${nameIn(row.key)}"`)
    const isOther = others.length === 0 ? '' : ` (${others.slice(0, 3).join(', ')} would be new)`
    return `an organisation is identified by its code, so keep "${code}" and change only its name${isOther}`
  }
  return nameField(kinds[kind]) === undefined
    ? 'put it back'
    : `put it back, or write "was": "${nameIn(key)}" beside its new name`
}
