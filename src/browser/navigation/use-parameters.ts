import { useSearchParams } from 'wouter'
import { changeParameters } from '#lib/url/change-parameters.ts'

/** The parameters of the address, and a function that replaces some without a history entry. */
export function useParameters(): [URLSearchParams, (changes: Record<string, string>) => void] {
  const [params, setParams] = useSearchParams()
  return [params, changes => setParams(changeParameters(params, changes), { replace: true })]
}
