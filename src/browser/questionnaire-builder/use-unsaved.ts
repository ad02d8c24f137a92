import { useEffect, useState } from 'react'
import { registerLeaveCheck } from '#browser/navigation/leave.ts'
import { $session } from '#browser/stores/session.ts'
import { deviceTime } from '#lib/time/server-clock.ts'
import { $structure, reloadStructure, resetBuilder } from './builder.ts'
import { $savedAt } from './changes.ts'
import { $edits, commitAll, dropEdits, unsavedEdits } from './edits.ts'
import { $done } from './undo.ts'

/** A page that was hidden for this long reloads others' changes. */
const STALE_AFTER_MS = 30_000

let draftOwner: string | null = null

/** Never show one user's content or edits to the next. */
function forgetOthers(): void {
  const user = $session.get().user?.sub ?? null
  if (user === draftOwner) return
  draftOwner = user
  dropEdits()
  resetBuilder()
  $done.set([])
  $savedAt.set(null)
}

/** Saves unsaved edits before leaving, and asks if that fails; on return, reloads others' changes. */
export function useUnsaved(): void {
  // Before anything of the last visit is rendered.
  useState(forgetOthers)
  useEffect(() => {
    let unregister: (() => void) | null = null
    const stop = $edits.subscribe(edits => {
      const isDirty = unsavedEdits(edits).length > 0
      if (isDirty) unregister ??= registerLeaveCheck(async () => ((await commitAll()) ? 'leave' : 'lose'))
      else {
        unregister?.()
        unregister = null
      }
    })
    const { pathname } = location
    return () => {
      stop()
      unregister?.()
      // Switching to data entry keeps edits; whoever leaves the page has agreed to discard them.
      if (location.pathname !== pathname) dropEdits()
    }
  }, [])
  useEffect(() => {
    let leftAt: number | null = null
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') leftAt = deviceTime()
      else if (
        leftAt !== null &&
        deviceTime() - leftAt > STALE_AFTER_MS &&
        $structure.get().state === 'ready'
      )
        void reloadStructure()
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [])
}
