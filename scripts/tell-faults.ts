import { describeFault } from '#programme/fault.ts'
import type { LoadedProgrammes } from '#programme/load.ts'
import { printError } from './terminal.ts'

/** Tells what is wrong with the programmes that a command goes on without. */
export function tellFaults({ faults, leftOut }: LoadedProgrammes): void {
  for (const fault of faults) printError(describeFault(fault))
  if (leftOut.length > 0) printError(`Left out until this is corrected: ${[...new Set(leftOut)].join(', ')}.`)
}
