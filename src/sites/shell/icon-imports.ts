import { dirname, join } from 'node:path'

/** The module of the icon package that re-exports all icons. Its importers need only those that they name. */
const REEXPORTS_ALL = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/

export const isIcon = (id: string): boolean => id.includes('/lucide-react/dist/esm/icons/')

export const reexportsIcons = (id: string): boolean => REEXPORTS_ALL.test(id)

const NAMED_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g
const REEXPORT = /export\s*\{([^}]*)\}\s*from\s*["'](\.\/icons\/[^"']+)["']/g

const filesOf = new Map<string, ReadonlyMap<string, string>>()

/** The file of each icon's name. */
function iconFiles(reexporting: { id: string; code: string }): ReadonlyMap<string, string> {
  const known = filesOf.get(reexporting.id)
  if (known) return known
  const files = new Map(
    [...reexporting.code.matchAll(REEXPORT)].flatMap(([, names = '', file = '']) =>
      names.split(',').map(name => [name.split(' as ').at(-1)!.trim(), file] as const)
    )
  )
  filesOf.set(reexporting.id, files)
  return files
}

/** The modules of the icons that some code imports by name. */
export const iconModules = (code: string, reexporting: { id: string; code: string }): string[] =>
  [...code.matchAll(NAMED_IMPORT)]
    .flatMap(([, names = '']) => names.split(','))
    .flatMap(name => iconFiles(reexporting).get(name.split(' as ')[0]!.trim()) ?? [])
    .map(file => join(dirname(reexporting.id), file))
