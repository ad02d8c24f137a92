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
