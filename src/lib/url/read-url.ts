/** The URL that a text stands for, or null. URL.parse does the same, in younger browsers alone. */
export function readUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
