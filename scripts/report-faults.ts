import { describeFault } from '#programme/faults/fault.ts'
import type { LoadedProgrammes } from '#programme/load.ts'
import { printError } from './terminal.ts'

/** Reports the faults of the programmes that a command skips. */
export function reportFaults({ faults, leftOut }: LoadedProgrammes): void {
  for (const fault of faults) printError(describeFault(fault))
  if (leftOut.length > 0) printError(`Skipped until you correct this: ${[...new Set(leftOut)].join(', ')}.`)
}
