// Spec 4: the selected peer groups in a query string.

export const PEER_GROUP_PARAMETER = 'peerGroupId'

/** `peerGroupId` once for each id, or the word null when none is chosen: `peerGroupId=3&peerGroupId=9`, `peerGroupId=null`. */
export const peerGroupQuery = (
  peerGroupIds: readonly number[]
): { [PEER_GROUP_PARAMETER]: number[] | 'null' } => ({
  [PEER_GROUP_PARAMETER]: peerGroupIds.length > 0 ? [...peerGroupIds] : 'null'
})

/** Parses the ids. Anything but a whole number from 1 is ignored, because people edit addresses by hand. */
export function peerGroupIdsIn(query: URLSearchParams): number[] {
  const ids = query.getAll(PEER_GROUP_PARAMETER).filter(value => /^[1-9]\d{0,14}$/.test(value))
  return [...new Set(ids.map(Number))]
}
