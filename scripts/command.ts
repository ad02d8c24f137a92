// Creates commands that exit with 2 on wrong options, as the README says.

import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError } from 'commander'
import * as v from 'valibot'
import { ApiBase } from '#programme/schema.ts'
import { stop, WRONG_OPTIONS } from './terminal.ts'

/** Where a command that changes programmes works: `.option(...ROOT_OPTION)`. */
export const ROOT_OPTION = [
  '--root <folder>',
  'the folder with programmes/ and public/',
  fileURLToPath(new URL('../', import.meta.url))
] as const

/** A command of package.json. Its messages for wrong options are commander's; subcommands inherit the exit code. */
export const createCommand = (name: string): Command =>
  new Command(name).exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_OPTIONS))

export function programmeIdOf(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** Parses `--api-base` by the rules of `apiBase` in a programme's file. */
export function apiBaseOf(text: string): string {
  const read = v.safeParse(ApiBase, text)
  if (read.success) return read.output
  return stop(`${read.issues[0].message.replace(/^apiBase/, '--api-base')}, not "${text}".`)
}
