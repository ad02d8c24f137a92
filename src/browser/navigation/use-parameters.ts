import { useSearchParams } from 'wouter'
import { changeParameters } from '#lib/url/change-parameters.ts'

/** The parameters of the address, and a function that changes some of them without a step in the history. */
export function useParameters(): [URLSearchParams, (changes: Record<string, string>) => void] {
  const [params, setParams] = useSearchParams()
  return [params, changes => setParams(changeParameters(params, changes), { replace: true })]
}
