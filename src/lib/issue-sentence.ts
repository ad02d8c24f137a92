// Says what a schema refuses, for people who write files.

import type * as v from 'valibot'

const kindsOfValue: Record<string, string> = {
  string: 'must be text in double quotes',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be a list in [ ]',
  object: 'must be an object in { }',
  strict_object: 'must be an object in { }',
  record: 'must be an object in { }'
}

const limitSentences: Record<string, (limit: string) => string> = {
  max_length: most => `must not be longer than ${most}`,
  max_value: most => `must not be above ${most}`,
  min_value: least => `must not be below ${least}`,
  integer: () => 'must be a whole number',
  safe_integer: () => 'must be a whole number'
}

/** The fault of a value, as a sentence for people. */
export function issueSentence(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'union') return 'must be text in double quotes, or an object with a name and "was"'
  if (issue.kind === 'schema') {
    const choices = issue.expected?.startsWith('(') === true || issue.type === 'picklist'
    if (choices)
      return `must be one of ${(issue.expected ?? '').replaceAll(/[()]/g, '').replaceAll(' | ', ', ')}`
    return kindsOfValue[issue.type] ?? 'is invalid'
  }
  if (!issue.message.startsWith('Invalid')) return issue.message
  return limitSentences[issue.type]?.(String(issue.requirement)) ?? 'is invalid'
}
