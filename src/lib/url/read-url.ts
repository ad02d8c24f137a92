/** Parses a URL; null if it is invalid. URL.parse does the same, but the oldest supported browsers lack it. */
export function readUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
