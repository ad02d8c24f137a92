// Which additions to the specification's operations this API offers. Missing ones are remembered for the visit.

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { Endpoint } from '#contract/endpoint.ts'

type AskedEndpoint = Pick<Endpoint, 'method' | 'path'>

/** The method and path of each addition that this API lacks. */
export const $notOffered = atom<ReadonlySet<string>>(new Set())

const endpointKey = ({ method, path }: AskedEndpoint): string => `${method} ${path}`

/** Whether this API has an operation, as far as this visit knows: false only after it has refused an addition. */
export const isOffered = (endpoint: AskedEndpoint): boolean => !$notOffered.get().has(endpointKey(endpoint))

export const recordNotOffered = (endpoint: AskedEndpoint): void =>
  $notOffered.set(new Set([...$notOffered.get(), endpointKey(endpoint)]))

let hasAdditions = false

/** Called when the API has replied to an addition: from then on neither a lost connection nor a captive portal's page counts as a missing one. */
export const recordAdditionReply = (): void => {
  hasAdditions = true
}

export const isKnownToHaveAdditions = (): boolean => hasAdditions

/** Another API may offer more, or less. */
export function forgetNotOffered(): void {
  hasAdditions = false
  $notOffered.set(new Set())
}

/** For screens: whether all of these are offered. Rerenders when that changes. */
export function useOffered(...asked: readonly AskedEndpoint[]): boolean {
  useStore($notOffered)
  return asked.every(isOffered)
}
