import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import { type Loadable, loadableStore } from '#browser/api/cache/cache.ts'
import { codeListOf, findCodes, type CaseCodeScope, type Codes } from './case-codes.ts'

const CODE_SEARCH_DEBOUNCE_MS = 250

/** The server's matches for the typed text; null while the whole list is loaded and no request is needed. */
export function useFoundCodes(
  { questionnaireId, submissionId }: CaseCodeScope,
  wanted: string,
  isWhole: boolean
): { found: Loadable<Codes> | null; retry: () => void } {
  const [$found] = useState(() => loadableStore<Codes>())
  const found = useStore($found)
  const list = useStore(codeListOf({ questionnaireId, submissionId }))
  const text = wanted.trim()
  const isAsked = text !== '' && !isWhole
  const ask = useCallback(
    () => void $found.load(text, () => findCodes({ questionnaireId, submissionId }, text)),
    [$found, questionnaireId, submissionId, text]
  )
  useEffect(() => {
    // Every change of a code changes the list, also that of a code which is not in it.
    if (!isAsked || list.state !== 'ready') return
    const timer = setTimeout(ask, CODE_SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [isAsked, ask, list])
  return { found: isAsked ? found : null, retry: ask }
}
