import * as v from 'valibot'
import { expect, test } from 'vitest'
import { email } from '#browser/forms/rules.ts'
import { EmailAddress } from '#contract/fields.ts'
import { EMAIL_FAULT } from '#lib/text/email-address.ts'

const long = (count: number, letter = 'a'): string => letter.repeat(count)

const addresses = [
  'ada@example.org',
  "o'brien@example.org",
  'jörg.müller@bücher.example',
  'ada+wards@sub.example.org',
  '用户@例子.广告',
  'x@1.example',
  `${long(64)}@example.org`,
  `a@${long(63)}.example`
]
const others = [
  'ada',
  'ada@',
  '@example.org',
  'ada@localhost',
  'a b@example.org',
  'ada@exa mple.org',
  '.ada@example.org',
  'ada.@example.org',
  'a..b@example.org',
  'ada@example..org',
  'ada@-example.org',
  'ada@example-.org',
  'ada@example.org.',
  'ada@exam_ple.org',
  'ada@@example.org',
  'ada\u0000@example.org',
  'ada\u00a0x@example.org',
  'ada\u200b@example.org',
  'Ada <ada@example.org>',
  'ada@example.org,bob@example.org',
  `${long(65)}@example.org`,
  `${long(33, 'ü')}@example.org`,
  `a@${long(64)}.example`,
  `${long(64)}@${[long(63), long(63), long(62)].join('.')}`
]

test.each(addresses)('%s is taken by forms and by calls', address => {
  expect(email(address, 'Email address', {})).toBeNull()
  expect(v.safeParse(EmailAddress, address).success).toBe(true)
})

test.each(others)('%s is refused by forms and by calls, in the same words', address => {
  expect(email(address, 'Email address', {})).toBe(EMAIL_FAULT)
  expect(v.safeParse(EmailAddress, address).issues?.map(({ message }) => message)).toEqual([EMAIL_FAULT])
})
