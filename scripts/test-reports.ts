// Reads the test runners' reports: how many tests passed, and why the others failed.

import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface Count {
  passed: number
  failed: number
  /** What was skipped, with reasons. */
  skipped?: readonly string[]
  /** The number of files that have their turn at other commits. */
  later?: number
  /** Why nothing ran, where an earlier run covers it. */
  covered?: string
  /** The tests that failed, each with what was wrong. */
  failures?: readonly string[]
}

/** Reads the counts from a runner's report. */
export function countTests(file: string, isGood: boolean, read: (report: unknown) => Count): Count {
  try {
    const count = read(JSON.parse(readFileSync(file, 'utf8')))
    // A runner that fails outside of any test still counts as failed.
    return isGood || count.failed > 0 ? count : { ...count, failed: 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: readonly { assertionResults: readonly VitestResult[] }[]
}

interface VitestResult {
  status: string
  fullName: string
  failureMessages: readonly string[]
}

interface PlaywrightSuite {
  suites?: readonly PlaywrightSuite[]
  specs: readonly { title: string; file: string; tests: readonly PlaywrightTest[] }[]
}

interface PlaywrightTest {
  status: string
  results: readonly { errors: readonly { message?: string }[] }[]
}

const LINES_OF_A_FAULT = 12

/** The first lines of each message, so that the end of a long log shows the causes. */
const shortenMessages = (messages: readonly string[]): string =>
  messages
    .flatMap(message => stripVTControlCharacters(message).split('\n').slice(0, LINES_OF_A_FAULT))
    .map(line => `    ${line}`)
    .join('\n')

interface PlaywrightReport {
  stats: { expected: number; unexpected: number }
  suites: readonly PlaywrightSuite[]
}

const faultsOf = (tests: readonly PlaywrightTest[]): string[] =>
  tests.flatMap(({ results }) =>
    results.flatMap(({ errors }) => errors.map(({ message = 'No message' }) => message))
  )

/** The titles and faults of the tests below some suites that failed. */
function faultyTests(suites: readonly PlaywrightSuite[]): string[] {
  return suites.flatMap(suite => [
    ...suite.specs
      .filter(spec => spec.tests.some(({ status }) => status === 'unexpected'))
      .map(({ file, title, tests }) => `${file}: ${title}\n${shortenMessages(faultsOf(tests))}`),
    ...faultyTests(suite.suites ?? [])
  ])
}

export function readVitest(written: unknown): Count {
  const { numPassedTests: passed, numFailedTests: failed, testResults } = written as VitestReport
  const failures = testResults
    .flatMap(file => file.assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${fullName}\n${shortenMessages(failureMessages)}`)
  return { passed, failed, failures }
}

export function readPlaywright(written: unknown): Count {
  const { stats, suites } = written as PlaywrightReport
  return { passed: stats.expected, failed: stats.unexpected, failures: faultyTests(suites) }
}
