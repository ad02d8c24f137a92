// A copy of the repository as it is now, including uncommitted changes, to plant additions and faults in while other checks read the original.

import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Addition } from '#tests/long/adding/additions.ts'

export interface ScratchCopy extends Disposable {
  folder: string
  /** Creates files with their content. */
  write: (files: Readonly<Record<string, string>>) => void
  apply: (addition: Addition) => void
  /** Replaces a text that occurs once in a file, and returns a function that restores it. */
  replace: (file: string, before: string, after: string) => () => void
  /** Runs a command of node_modules. Throws what it prints when it fails. */
  run: (command: string, ...words: string[]) => void
  /** Files that differ from the repository's. */
  changedFiles: () => string[]
}

export function copyRepository(): ScratchCopy {
  const folder = mkdtempSync(join(tmpdir(), 'adding-'))
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const files = list
    .toString()
    .split('\0')
    .filter(file => file !== '' && existsSync(file))
  for (const file of files) cpSync(file, join(folder, file))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  const added = new Set<string>()
  const write: ScratchCopy['write'] = newFiles => {
    for (const [file, content] of Object.entries(newFiles)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), content)
      added.add(file)
    }
  }

  return {
    folder,
    write,
    apply: ({ row, files: newFiles = {}, edits }) => {
      write(newFiles)
      for (const { file, before, insert } of edits) {
        const text = readFileSync(join(folder, file), 'utf8')
        if (!text.includes(before)) throw new Error(`${row}: ${file} does not contain ${before}`)
        writeFileSync(
          join(folder, file),
          text.replace(before, () => insert + before)
        )
      }
    },
    replace: (file, before, after) => {
      const path = join(folder, file)
      const text = readFileSync(path, 'utf8')
      const parts = text.split(before)
      if (parts.length !== 2) throw new Error(`${file} contains ${parts.length - 1} times: ${before}`)
      writeFileSync(path, parts.join(after))
      return () => writeFileSync(path, text)
    },
    run: (command, ...words) => {
      const { status, stdout, stderr } = spawnSync(resolve('node_modules/.bin', command), words, {
        cwd: folder,
        encoding: 'utf8',
        env: outsideVitest(process.env)
      })
      if (status !== 0) throw new Error(`${command} ${words.join(' ')}\n${stdout}${stderr}`)
    },
    changedFiles: () => [
      ...added,
      ...files.filter(file => !readFileSync(file).equals(readFileSync(join(folder, file))))
    ],
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true })
  }
}

/** A test runner that is started inside another must not take itself for one of its workers. */
const outsideVitest = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(VITEST|NODE_ENV$|TEST$)/.test(name)))
