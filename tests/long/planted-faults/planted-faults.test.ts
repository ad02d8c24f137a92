// Plants faults one after the other in a copy of the repository, one for each subject, whose tests fail each time. Tests that were made faster must still
// find all of them.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyRepository, type ScratchCopy } from '#tests/support/scratch-copy.ts'
import { codeFaults } from './code-faults.ts'
import { disclosureFaults } from './disclosure-faults.ts'
import { domainFaults } from './domain-faults.ts'

const faults = [...domainFaults, ...codeFaults, ...disclosureFaults]

let copy: ScratchCopy
beforeAll(() => {
  copy = copyRepository()
})
afterAll(() => copy[Symbol.dispose]())

const runTests = (...files: string[]): void => copy.run('vitest', 'run', ...files)

test('without a fault all of these tests pass', () => {
  expect(() => runTests(...new Set(faults.map(fault => fault.test)))).not.toThrow()
})

test.each(faults)('$subject', ({ file, before, after, test: tests }) => {
  const restore = copy.replace(file, before, after)
  try {
    // A file that cannot be loaded has no failed test.
    expect(() => runTests(tests)).toThrow(/\bTests\b.*\d+ failed/)
  } finally {
    restore()
  }
})
