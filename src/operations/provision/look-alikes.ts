// Refuses names that look the same to people but differ in the database.
import { foldedText } from '#lib/text-characters.ts'
import { nameIn } from './content.ts'
import { faultAt, type Desired, type DesiredRow } from './desired.ts'
import { kindNames } from './kind.ts'
import { kinds } from './kinds.ts'

export function checkLookAlikes({ content, faults }: Desired): void {
  for (const kind of kindNames) {
    const { mayRepeat, key, refs = {}, word } = kinds[kind]
    // Kinds that may repeat are distinguished by their order; those named by a reference are checked with it.
    if (mayRepeat === true || key.some(column => Object.hasOwn(refs, column))) continue
    const firsts = new Map<string, DesiredRow>()
    for (const row of content[kind].values()) {
      const folded = `${row.parent}\n${foldedText(nameIn(row.key))}`
      const first = firsts.get(folded)
      if (first === undefined) firsts.set(folded, row)
      // Exact duplicates are reported when they are read.
      else if (!/ \(\d+\)$/.test(row.key))
        faults.push(
          faultAt(
            row.place,
            `the ${word} "${nameIn(row.key)}" looks like "${nameIn(first.key)}" of ${first.place.file}:${first.place.line}`,
            'give it another name, or remove one of them'
          )
        )
    }
  }
}
