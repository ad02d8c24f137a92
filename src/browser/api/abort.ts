// Spec 7: all calls share one abort signal, and the abort function only logs and cancels nothing. Screens ignore late replies themselves.

export const { signal } = new AbortController()

export function abort(): void {
  console.log('aborting')
}
