import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describeFault } from '#programme/faults/fault.ts'
import { loadProgrammes } from '#programme/load.ts'
import { sha256 } from '#sites/digest.ts'
import { cacheClass, contentType } from '#sites/hosting/file-kinds.ts'
import { inlineHashes } from '#sites/hosting/policy.ts'
import { parseTemplate, tokens } from '#sites/placeholders.ts'
import type { CachedShell } from '#sites/shell/shell-cache.ts'

/** A folder that is deleted at the end of the test. */
export class TemporaryFolder implements Disposable {
  readonly path: string

  constructor(parent = tmpdir()) {
    mkdirSync(parent, { recursive: true })
    this.path = mkdtempSync(join(parent, 'programmes-'))
  }

  file(path: string): string {
    return join(this.path, path)
  }

  write(path: string, content: string | Buffer): void {
    mkdirSync(dirname(this.file(path)), { recursive: true })
    writeFileSync(this.file(path), content)
  }

  read(path: string): string {
    return readFileSync(this.file(path), 'utf8')
  }

  remove(path: string): void {
    rmSync(this.file(path))
  }

  copy(from: string, to: string): void {
    cpSync(from, this.file(to), { recursive: true })
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

export const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><rect width="30" height="30"/></svg>\n'

/** A valid programme file, with some fields replaced. */
export const programmeJson = (fields: Record<string, unknown> = {}): string =>
  JSON.stringify(
    {
      code: 'alpha',
      programmeId: 1,
      programmeName: 'Alpha Network',
      productName: 'Alpha',
      apiBase: 'https://api.alpha.example',
      primaryColour: '#0b6e75',
      ...fields
    },
    null,
    2
  )

export function addProgramme(
  folder: TemporaryFolder,
  code: string,
  programmeId: number,
  fields: Record<string, unknown> = {}
): void {
  folder.write(`programmes/${code}.json`, programmeJson({ code, programmeId, ...fields }))
  folder.write(`public/images/logos/${code}.svg`, logo)
}

/** The faults of a folder with these files, as they are reported. */
export function faultsOf(files: Record<string, string | Buffer>): string[] {
  using folder = new TemporaryFolder()
  for (const [path, content] of Object.entries(files)) folder.write(path, content)
  const loaded = loadProgrammes({ root: folder.path })
  return (loaded.ok ? loaded.value.faults : loaded.error).map(describeFault)
}

const page = (
  name: string,
  text: string
): string => `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">${tokens.policy}<title>${tokens.title}</title>\
<link rel="icon" href="/images/logos/${tokens.code}.svg"><style>${tokens.brandStyle}</style><style>body{margin:0}</style>\
<script type="application/json" id="runtime-config">${tokens.runtimeConfig}</script><script>start()</script></head>\
<body class="${name}"><b>${tokens.productName}</b><i>${tokens.programmeName}</i>${tokens.introTitle}${tokens.introHtml}${tokens.helpLinks}${tokens.registration}${text}</body></html>`

/** A shell that is always the same, so that a stamped site changes only when the stamp does. */
export function fixtureShell(
  folder: TemporaryFolder,
  pages: readonly string[] = ['index.html', 'login.html', 'surveys/404.html', '404.html', 'app.html'],
  /** Text of every page beside what is stamped into it. */
  text = ''
): CachedShell {
  const shared = {
    'assets/app.0a1b2c3d.js': 'export default 1\n',
    'assets/shell.4e5f6a7b.css': 'body{color:#000}\n'
  }
  const html = pages.map(file => ({ file, html: page(file.replace('.html', ''), text) }))
  for (const [path, content] of Object.entries(shared)) folder.write(path, content)
  return {
    directory: folder.path,
    made: '',
    pages: html.map(({ file, html: whole }) => parseTemplate(file, whole)),
    files: Object.entries(shared).map(([path, content]) => ({
      path,
      sha256: sha256(content),
      size: content.length,
      type: contentType(path),
      cache: cacheClass(path)
    })),
    hashes: inlineHashes(html.map(it => it.html)),
    copies: [],
    weights: []
  }
}

/** Every file below a folder with its content. */
export function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = files
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/')
    )
    .toSorted()
  return Object.fromEntries(paths.map(path => [path, readFileSync(join(folder, path), 'utf8')]))
}
