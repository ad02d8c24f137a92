import { expect, test } from 'vitest'
import { linkTarget } from '#lib/url/link-target.ts'

const OURS = 'https://wards.example'
const leads = (href: string, text = 'Help') => linkTarget(href, text, OURS)

test.each([
  '/\\x.example',
  '\\\\x.example',
  '/\t/x.example',
  '//x.example',
  '/\n/x.example',
  ' //x.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://wards.example@x.example/',
  'http://['
])('a link that looks internal but leads elsewhere, or runs code, is disabled: %j', href => {
  expect(leads(href).href).toBeNull()
})

test('internal, email and telephone links stay as they are', () => {
  for (const href of [
    '/help',
    '#top',
    'https://wards.example/help',
    'help/more',
    'mailto:a@x.example',
    'tel:+4420'
  ])
    expect(leads(href, 'a@x.example')).toEqual({ href, isElsewhere: false, shownHost: null })
})

test('a link whose text names another host shows its own host', () => {
  const told = (href: string, text: string) => leads(href, text).shownHost
  expect(told('https://x.example/login', 'https://wards.example/login')).toBe('x.example')
  expect(told('https://x.example/login', 'wards . example')).toBe('x.example')
  expect(told('https://wards.example.x.example/', 'wards.example')).toBe('wards.example.x.example')
  expect(told('https://w\u0430rds.example/', 'Help')).toMatch(/^xn--/)
  expect(told('https://x.example/login', 'x.example')).toBeNull()
  expect(leads('https://x.example/a', 'The guide')).toEqual({
    href: 'https://x.example/a',
    isElsewhere: true,
    shownHost: null
  })
})
