// Which additions to the specification's operations this API offers. What it was found to lack is remembered for the visit.

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { Endpoint } from '#contract/endpoint.ts'

type AskedEndpoint = Pick<Endpoint, 'method' | 'path'>

/** The method and path of each addition that this API was found to lack. */
export const $notOffered = atom<ReadonlySet<string>>(new Set())

const endpointKey = ({ method, path }: AskedEndpoint): string => `${method} ${path}`

/** Whether this API has an operation, as far as this visit knows: false only after it has refused an addition. */
export const isOffered = (endpoint: AskedEndpoint): boolean => !$notOffered.get().has(endpointKey(endpoint))

export const recordNotOffered = (endpoint: AskedEndpoint): void =>
  $notOffered.set(new Set([...$notOffered.get(), endpointKey(endpoint)]))

let hasAdditions = false

/** The API has replied to an addition: from now on a lost connection, or the page of a network in between, is not taken for a missing one. */
export const recordAdditionReply = (): void => {
  hasAdditions = true
}

export const isKnownToHaveAdditions = (): boolean => hasAdditions

/** Another API may offer more, or less. */
export function forgetNotOffered(): void {
  hasAdditions = false
  $notOffered.set(new Set())
}

/** For screens: whether all of these are offered, also when that becomes known later. */
export function useOffered(...asked: readonly AskedEndpoint[]): boolean {
  useStore($notOffered)
  return asked.every(isOffered)
}
