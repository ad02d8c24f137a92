import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longBrowserFiles, longBuildFiles, longClientFiles, longServerFiles } from '#scripts/long-files.ts'
import { codeFaults } from '#tests/long/planted-faults/code-faults.ts'
import { disclosureFaults } from '#tests/long/planted-faults/disclosure-faults.ts'
import { domainFaults } from '#tests/long/planted-faults/domain-faults.ts'

const longFiles = [...longBrowserFiles, ...longBuildFiles, ...longClientFiles, ...longServerFiles]

test.each([...domainFaults, ...codeFaults, ...disclosureFaults])(
  'the fault in $subject fits the code of today',
  ({ file, before, test: tests }) => {
    expect(readFileSync(file, 'utf8').split(before)).toHaveLength(2)
    expect(existsSync(tests)).toBe(true)
    // It is found at every commit.
    expect(longFiles).not.toContain(tests)
  }
)
