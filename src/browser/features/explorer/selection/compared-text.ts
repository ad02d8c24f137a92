import { useStore } from '@nanostores/react'
import { $peerList } from '#browser/stores/peers.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import type { ComparisonRequest } from './comparison.ts'

/** 'Ward 4B compared with Medical wards' without n, which differs from measure to measure. */
export function useComparedText(own: string | null, { peerGroupIds, filters }: ComparisonRequest): string {
  const group = useStore($peerList).find(({ peer_group_id }) => peer_group_id === peerGroupIds[0])
  const others = group?.peer_group_name
  const matching = filters.length > 0 ? ' that match the filters' : ''
  return own === null
    ? (others ?? withTerms(`All {submissions}${matching}`))
    : `${own} compared with ${others ?? withTerms(`all other {submissions}${matching}`)}`
}
