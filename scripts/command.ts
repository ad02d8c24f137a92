// Creates commands that exit with 2 on wrong options, as the README says.

import { Command } from 'commander'

/** The exit code for wrong options; 1 is for work that failed. */
const WRONG_OPTIONS = 2

/** A command of package.json. Its messages for wrong options are commander's; subcommands inherit the exit code. */
export const createCommand = (name: string): Command =>
  new Command(name).exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_OPTIONS))
