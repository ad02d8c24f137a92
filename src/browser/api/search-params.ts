/**
 * A query string's parameters. Arrays repeat their name, once for each entry (spec 4: peerGroupId=3&peerGroupId=9);
 * null is the word null, undefined is left out.
 */
export function toSearchParams(query: Record<string, unknown>): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (entry !== undefined) params.append(name, String(entry))
    }
  }
  return params
}
