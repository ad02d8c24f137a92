import { atom, computed } from 'nanostores'
import { peerGroupQuery } from '#domain/peer-groups.ts'
import { $filterOptions } from './filters.ts'

export const $peerList = computed($filterOptions, options =>
  options.state === 'ready' ? options.value.peer_groups : []
)
export const $peerGroupIds = atom<readonly number[]>([])
/** Spec 4: `peerGroupId` once for each selected id, or `peerGroupId=null`. */
export const $peerGroupQuery = computed($peerGroupIds, peerGroupQuery)

export function togglePeerGroup(id: number): void {
  const chosen = $peerGroupIds.get()
  $peerGroupIds.set(chosen.includes(id) ? chosen.filter(other => other !== id) : [...chosen, id])
}
