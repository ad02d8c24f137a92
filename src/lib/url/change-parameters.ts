/** The parameters of an address with some of them changed. One that becomes empty is removed. */
export function changeParameters(
  params: URLSearchParams,
  changes: Readonly<Record<string, string | null>>
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}
