import { answerFields } from './fields-of-answers.ts'
import { chartFields } from './fields-of-charts.ts'
import { programmeFields } from './fields-of-programmes.ts'

const described: Readonly<Record<string, string>> = { ...programmeFields, ...answerFields, ...chartFields }

const inWords = (name: string): string => name.replaceAll('_', ' ')

/** Names that say it themselves by their ending. */
const endings: readonly [RegExp, (words: string) => string][] = [
  [/_ids$/, words => `Ids: ${words}.`],
  [/_id$/, words => `Id: ${words}.`],
  [/_names$/, words => `Names: ${words}.`],
  [/_name$/, words => `Name: ${words}.`]
]

/** What a field says, by its name, which means the same in every operation; undefined if nobody has described it. */
export function describeField(name: string): string | undefined {
  const known = described[name]
  if (known !== undefined) return known
  for (const [ending, describe] of endings)
    if (ending.test(name)) return describe(inWords(name.replace(ending, '')))
  return undefined
}
