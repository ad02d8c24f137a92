// Submissions that other scopes of a questionnaire would take it from, with what they have entered.

import { faultOfLostScope, scopesLosing, type ScopeEntries } from '#domain/questionnaires/scope-changes.ts'
import { groupBy } from '#lib/group-by.ts'
import { enteredByScope } from '#server/builders/questions/entered-counts.ts'
import type { Tx } from '#server/database/schema.ts'
import type { ContentRow } from './content.ts'
import type { Difference, Effect } from './difference.ts'
import { effectInScopes } from './effects.ts'
import { rowId, type StoredContent } from './stored/stored-row.ts'

export interface ScopeLoss {
  reason: string
  effect: Effect
}

/** By the scope that goes or, where the first scopes come, by the first of them. */
export async function scopeLosses(
  tx: Tx,
  programmeId: number,
  { added, removed }: Difference,
  stored: StoredContent
): Promise<Map<string, ScopeLoss>> {
  const isScope = ({ kind }: ContentRow): boolean => kind === 'questionnaire_scopes'
  const coming = added.filter(isScope)
  const going = removed.map(({ row }) => row).filter(isScope)
  const losses = new Map<string, ScopeLoss>()
  // A new scope has no submissions yet.
  const idOf = ({ refs }: ContentRow): number => {
    const scope = stored.scopes.get(refs['scope_id'] ?? '')
    return scope ? rowId(scope) : 0
  }
  for (const parent of new Set([...going, ...coming].map(row => row.parent))) {
    const questionnaire = stored.questionnaires.get(parent)
    if (questionnaire === undefined) continue
    const isOwn = (row: ContentRow): boolean => row.parent === parent
    const before = [...stored.questionnaire_scopes.values()].filter(isOwn)
    const after = [...before.filter(row => !going.includes(row)), ...coming.filter(isOwn)]
    const entered = await enteredByScope(tx, programmeId, rowId(questionnaire))
    const lost = scopesLosing(before.map(idOf), after.map(idOf), entered)
    const causes = [...going.filter(isOwn), ...coming.filter(isOwn)]
    for (const [key, own] of groupBy(lost, ({ scope_id }) => lineOfLoss(causes, scope_id, idOf)))
      losses.set(key, await lossOf(tx, programmeId, rowId(questionnaire), own))
  }
  return losses
}

const lineOfLoss = (
  rows: readonly ContentRow[],
  scopeId: number | null,
  idOf: (row: ContentRow) => number
): string => (rows.find(row => idOf(row) === scopeId) ?? rows[0])?.key ?? ''

const lossOf = async (
  tx: Tx,
  programmeId: number,
  questionnaireId: number,
  lost: readonly ScopeEntries[]
): Promise<ScopeLoss> => ({
  reason: lost.map(scope => faultOfLostScope(scope).message).join('; '),
  effect: await effectInScopes(
    tx,
    programmeId,
    questionnaireId,
    lost.map(({ scope_id }) => scope_id ?? 0)
  )
})
