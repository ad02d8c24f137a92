/** Loops in a redirect table, each as the sequence of paths, ending where it began. */
export function redirectLoops(redirects: Record<string, string>): string[][] {
  const loops: string[][] = []
  const settled = new Set<string>()
  for (const start of Object.keys(redirects)) {
    const way: string[] = []
    for (
      let path: string | undefined = start;
      path !== undefined && !settled.has(path);
      path = nextEntry(redirects, path)
    ) {
      const seen = way.indexOf(path)
      if (seen !== -1) {
        loops.push([...way.slice(seen), path])
        break
      }
      way.push(path)
    }
    for (const path of way) settled.add(path)
  }
  return loops
}

/**
 * The entry that an entry redirects to, if any. Ignores queries, fragments and trailing slashes, which do not stop
 * a loop.
 */
function nextEntry(redirects: Record<string, string>, path: string): string | undefined {
  const target = redirects[path]?.replace(/[?#].*$/, '')
  if (target === undefined) return undefined
  return [target, target.replace(/(.)\/$/, '$1')].find(candidate => Object.hasOwn(redirects, candidate))
}
