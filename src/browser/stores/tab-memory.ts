// Choices of this tab, which survive a reload.

/** The stored id; null if there is none, or storage is blocked. */
export function recallChoice(name: string): number | null {
  try {
    const id = Number(sessionStorage.getItem(name))
    return Number.isSafeInteger(id) && id > 0 ? id : null
  } catch {
    return null
  }
}

export function rememberChoice(name: string, id: number): void {
  try {
    sessionStorage.setItem(name, String(id))
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

export function forgetChoice(name: string): void {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The ids stored under a name, in order; empty if there are none, or storage is blocked. */
export function recallList(name: string): number[] {
  try {
    return (sessionStorage.getItem(name) ?? '')
      .split(',')
      .map(Number)
      .filter(id => Number.isSafeInteger(id) && id > 0)
  } catch {
    return []
  }
}

export function rememberList(name: string, ids: readonly number[]): void {
  try {
    sessionStorage.setItem(name, ids.join(','))
  } catch {
    // Without storage the list keeps its own order.
  }
}
