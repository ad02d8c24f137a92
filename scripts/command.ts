// What the commands have in common: options that are wrong end a command with code 2, as the README says.

import { Command } from 'commander'

/** A wrong option, as opposed to work that failed (1). */
const WRONG_OPTIONS = 2

/** A command of package.json. Its messages for wrong options are commander's; subcommands inherit the exit code. */
export const createCommand = (name: string): Command =>
  new Command(name).exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_OPTIONS))
