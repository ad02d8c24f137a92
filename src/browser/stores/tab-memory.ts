// What is chosen in this tab, kept over a reload of the page.

/** The id that was chosen; null where there is none, or storage is blocked. */
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
    // Then it is chosen as long as the page lives.
  }
}

export function forgetChoice(name: string): void {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Then nothing was kept either.
  }
}

/** The ids that were kept under a name, in their order; none where there are none, or storage is blocked. */
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
    // Then the order is that of the list itself.
  }
}
