import { PROJECT_PAGES } from '#contract/codes.ts'

interface ExplorerTypeFault {
  index: number
  message: string
  hint: string
}

/** Unreachable types: their path belongs to another page or another type. */
export function explorerTypeFaults(types: unknown): ExplorerTypeFault[] {
  const names = Array.isArray(types)
    ? types.map((type: { explorer_type?: unknown } | null) => type?.explorer_type)
    : []
  return names.flatMap((name, index) => {
    if (typeof name !== 'string') return []
    if (PROJECT_PAGES.has(name))
      return [
        {
          index,
          message: `"${name}" is the address of another page of a project`,
          hint: `choose another, such as ${name}-results`
        }
      ]
    if (names.indexOf(name) < index)
      return [
        { index, message: `explorer_type "${name}" occurs twice`, hint: 'each needs an address of its own' }
      ]
    return []
  })
}
