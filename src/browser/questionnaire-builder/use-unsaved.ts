import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useReturn } from '#browser/editing/use-return.ts'
import { useLeaveGuard } from '#browser/forms/form-element.tsx'
import { $session } from '#browser/stores/session.ts'
import { $structure, reloadStructure, resetBuilder } from './builder.ts'
import { $savedAt } from './changes.ts'
import { $hasUnsaved, closeEdits, commitAll } from './edits.ts'
import { $unsent, questionnaireHistory, untilAllSent } from './guarded-change.ts'

let draftOwner: string | null = null

/** Never show one user's content or edits to the next. */
function forgetOthers(): void {
  const user = $session.get().user?.sub ?? null
  if (user === draftOwner) return
  draftOwner = user
  closeEdits()
  resetBuilder()
  questionnaireHistory.clear()
  $savedAt.set(null)
}

async function saveOrAsk(): Promise<'leave' | 'ask'> {
  const hasSent = untilAllSent()
  const hasSavedFields = await commitAll()
  return (await hasSent) && (await untilAllSent()) && hasSavedFields ? 'leave' : 'ask'
}

const reloadShown = (): void => {
  if ($structure.get().state === 'ready') void reloadStructure()
}

/** Leaving with something unsaved tries to save it first, and then asks; coming back looks for what others have changed. */
export function useUnsaved(): void {
  // Before anything of the last visit is rendered.
  useState(forgetOthers)
  const [hasUnsaved, unsent] = [useStore($hasUnsaved), useStore($unsent)]
  useLeaveGuard(hasUnsaved || unsent > 0, saveOrAsk)
  useEffect(() => {
    const { pathname } = location
    return () => {
      // Entering data and coming back on the same page goes on as before.
      if (location.pathname !== pathname) closeEdits()
    }
  }, [])
  useReturn(reloadShown)
}
