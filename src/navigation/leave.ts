// The third global guard (spec 2; product 0): work that is not saved yet is not left without a word.

/** Saves what only waits to be saved, then says whether the place may be left or the user must be asked. */
export type LeaveCheck = () => Promise<'leave' | 'ask'>

const checks = new Set<LeaveCheck>()

/** Registers a check for as long as there may be unsaved work; call the returned function when there no longer is. */
export function registerLeaveCheck(check: LeaveCheck): () => void {
  checks.add(check)
  return () => void checks.delete(check)
}

export async function mustAskBeforeLeaving(): Promise<boolean> {
  const words = await Promise.all([...checks].map(check => check()))
  return words.includes('ask')
}
