import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'

const withoutTypes: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ESNext,
  verbatimModuleSyntax: true,
  jsx: ts.JsxEmit.Preserve
}

const known = new Map<string, string[]>()

/** What a file imports at runtime; type imports are excluded. */
function importsOf(file: string): string[] {
  const names = known.get(file) ?? readImports(file)
  known.set(file, names)
  return names
}

function readImports(file: string): string[] {
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions: withoutTypes })
  return ts.preProcessFile(outputText).importedFiles.map(({ fileName }) => fileName)
}

function pathOf(from: string, name: string): string | null {
  if (name.startsWith('.')) return normalize(join(dirname(from), name)).replaceAll('\\', '/')
  return name.startsWith('#') ? name.replace(/^#(?!scripts\/|tests\/)/, 'src/').replace(/^#/, '') : null
}

/** The packages that a command imports, directly or through other files of the project, including those that it loads later. */
export function packagesOfCommand(entry: string): Set<string> {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file) || !/\.(tsx?|mjs)$/.test(file)) return
    seen.add(file)
    for (const name of importsOf(file)) {
      const path = pathOf(file, name)
      if (path !== null) visit(path)
      else if (!name.startsWith('node:'))
        packages.add(
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/')
        )
    }
  }
  visit(entry)
  return packages
}
