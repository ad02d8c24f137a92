// The worked example of docs/provisioning.md: its files and commands are read from the page, so that the page cannot say what does not work.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const page = readFileSync(join(root, 'docs/provisioning.md'), 'utf8')

/** Each file stands in the block below its name. */
export const exampleFiles: Record<string, string> = Object.fromEntries(
  [...page.matchAll(/^`(content\/[^`]+)`[^\n]*\n\n```\w+\n(.*?)^```$/gms)].map(([, path = '', text = '']) => [
    path,
    text
  ])
)

/** The commands of the blocks to run, in their order. */
export const exampleCommands: string[] = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(
  ([, text = '']) => text.trim().split('\n')
)

/** Writes the example's files into a folder, some of them changed. */
export function writeExample(folder: string, changes: Record<string, (text: string) => string> = {}): string {
  for (const [path, text] of Object.entries(exampleFiles)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    const change = Object.entries(changes).find(([name]) => path.endsWith(name))?.[1]
    writeFileSync(file, change ? change(text) : text)
  }
  return join(folder, 'content/museums')
}
