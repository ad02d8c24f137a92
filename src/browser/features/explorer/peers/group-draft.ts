// The draft of a peer group: by rules, by similarity, or by its members.

import { groupAbsence } from '#browser/charts/words/disclosure-text.ts'
import type { Filter, PeerGroup } from '#contract/filters.ts'
import type { PeerGroupDefinition } from '#contract/peer-group-definitions.ts'
import { filterSummary } from '#domain/figures/filters.ts'
import { withTerms } from '#domain/projects/submission-word.ts'

export type GroupKind = PeerGroupDefinition['kind']

export interface GroupRule {
  /** 0 until one is chosen. */
  filterId: number
  options: readonly string[]
}

export interface NamedMember {
  id: number
  name: string
}

export interface GroupDraft {
  kind: GroupKind
  rules: readonly GroupRule[]
  filterIds: readonly number[]
  chartIds: readonly number[]
  size: number
  members: readonly NamedMember[]
}

export const NEW_GROUP: GroupDraft = {
  kind: 'rules',
  rules: [{ filterId: 0, options: [] }],
  filterIds: [],
  chartIds: [],
  size: 30,
  members: []
}

export const SIZES = [10, 20, 30, 50]

/** For the server; null while nothing is chosen. */
export function draftDefinition(
  draft: GroupDraft,
  filters: readonly Filter[],
  submissionId: number
): PeerGroupDefinition | null {
  if (draft.kind === 'members') {
    const submission_ids = draft.members.map(member => member.id)
    return submission_ids.length === 0 ? null : { kind: 'members', submission_ids }
  }
  if (draft.kind === 'similar') {
    const isMeasured = draft.filterIds.length + draft.chartIds.length > 0
    return submissionId === 0 || !isMeasured
      ? null
      : {
          kind: 'similar',
          submission_id: submissionId,
          filter_ids: [...draft.filterIds],
          chart_ids: [...draft.chartIds],
          size: draft.size
        }
  }
  const chosen = chosenRules(draft, filters)
  return chosen.length === 0 ? null : { kind: 'rules', filters: chosen }
}

/** The rules with options, as filters. */
export const chosenRules = ({ rules }: Pick<GroupDraft, 'rules'>, filters: readonly Filter[]) =>
  rules.flatMap(rule => {
    const filter = filters.find(one => one.filter_id === rule.filterId)
    return filter && rule.options.length > 0
      ? [
          {
            filter_id: filter.filter_id,
            filter_name: filter.filter_name,
            option_list: rule.options.map(option_name => ({ option_name }))
          }
        ]
      : []
  })

/** The rules of a saved group; empty if it was made by similarity, which its description states. */
export const rulesText = (definition: PeerGroupDefinition): string =>
  definition.kind === 'rules' ? filterSummary(definition.filters) : ''

/** The description of a group, for users who did not create it. */
export function draftDescription(
  draft: GroupDraft,
  filters: readonly Filter[],
  chartNames: readonly string[],
  ownName: string
): string {
  if (draft.kind === 'members') return 'Chosen one by one.'
  if (draft.kind === 'similar') {
    const names = filters.filter(one => draft.filterIds.includes(one.filter_id)).map(one => one.filter_name)
    return withTerms(
      `The ${draft.size} {submissions} most like ${ownName} by ${[...names, ...chartNames].join(', ')}.`
    )
  }
  return filterSummary(chosenRules(draft, filters))
}

/** Why a group cannot be chosen; null if it can. */
export function unselectableText(
  { unselectable_reason, is_selectable }: Pick<PeerGroup, 'unselectable_reason' | 'is_selectable'>,
  minimumCount: number | null
): string | null {
  if (is_selectable) return null
  return unselectable_reason === 'too_few' && minimumCount !== null
    ? `Too small this period: needs ${minimumCount} other organisations.`
    : `Not available: ${groupAbsence({ unselectable_reason })}.`
}
