import { dirname, join } from 'node:path'

/** The icons' package has one module that passes all of them on; what imports it needs only those that it names. */
const PASSES_ON_ALL = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/

export const isIcon = (id: string): boolean => id.includes('/lucide-react/dist/esm/icons/')

export const passesOnIcons = (id: string): boolean => PASSES_ON_ALL.test(id)

const NAMED_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g
const PASSED_ON = /export\s*\{([^}]*)\}\s*from\s*["'](\.\/icons\/[^"']+)["']/g

const filesOf = new Map<string, ReadonlyMap<string, string>>()

/** The file of each icon's name. */
function iconFiles(passingOn: { id: string; code: string }): ReadonlyMap<string, string> {
  const known = filesOf.get(passingOn.id)
  if (known) return known
  const files = new Map(
    [...passingOn.code.matchAll(PASSED_ON)].flatMap(([, names = '', file = '']) =>
      names.split(',').map(name => [name.split(' as ').at(-1)!.trim(), file] as const)
    )
  )
  filesOf.set(passingOn.id, files)
  return files
}

/** The modules of the icons that some code imports by name. */
export const iconModules = (code: string, passingOn: { id: string; code: string }): string[] =>
  [...code.matchAll(NAMED_IMPORT)]
    .flatMap(([, names = '']) => names.split(','))
    .flatMap(name => iconFiles(passingOn).get(name.split(' as ')[0]!.trim()) ?? [])
    .map(file => join(dirname(passingOn.id), file))
