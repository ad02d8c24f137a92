import { atom, computed } from 'nanostores'
import { $filterOptions } from './filters.ts'

export const $peerList = computed($filterOptions, options =>
  options.state === 'ready' ? options.value.peer_groups : []
)
export const $peerGroupIds = atom<readonly number[]>([])
