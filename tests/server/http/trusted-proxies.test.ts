import { expect, test } from 'vitest'
import { clientAddress, readTrustedProxies } from '#server/http/trusted-proxies.ts'

const callerBehind = (proxies: string, forwardedFor: string | undefined, socketAddress: string): string =>
  clientAddress(socketAddress, forwardedFor, readTrustedProxies(proxies) ?? undefined)

test.each([
  ['', '203.0.113.9', '10.0.0.1', '10.0.0.1'],
  ['0', '203.0.113.9', '10.0.0.1', '10.0.0.1'],
  ['1', undefined, '10.0.0.1', '10.0.0.1'],
  ['1', '203.0.113.9', '10.0.0.1', '203.0.113.9'],
  ['1', '203.0.113.9', '::ffff:10.0.0.1', '203.0.113.9'],
  ['1', '198.51.100.1, 203.0.113.9', '10.0.0.1', '203.0.113.9'],
  ['2', 'made up, 203.0.113.9,10.0.0.7', '10.0.0.1', '203.0.113.9'],
  ['2', '203.0.113.9', '10.0.0.1', '203.0.113.9'],
  ['2', ' , ', '10.0.0.1', '10.0.0.1'],
  ['1', 'unknown', '10.0.0.1', '10.0.0.1'],
  ['1', '203.0.113.9:443', '127.0.0.1', '203.0.113.9'],
  ['1', '[2001:db8::9]:443', '::1', '2001:db8::9'],
  ['1', '2001:DB8:0::9', 'fd00::1', '2001:db8::9'],
  ['1', '::ffff:203.0.113.9', 'fe80::1%eth0', '203.0.113.9']
])('behind "%s" proxies that say "%s" a call over %s is from %s', (proxies, forwardedFor, socket, caller) => {
  expect(callerBehind(proxies, forwardedFor, socket)).toBe(caller)
})

test.each(['203.0.113.50', '2001:db8::50', '100.64.0.1', '172.32.0.1'])(
  'a number is not believed of %s: whoever reaches the port directly is counted as who they are',
  socket => {
    expect(callerBehind('1', '198.51.100.1', socket)).toBe(socket)
  }
)

test.each([
  ['10.0.0.1', '198.51.100.1, 203.0.113.9', '10.0.0.1', '203.0.113.9'],
  ['10.0.0.1', '203.0.113.9', '10.0.0.2', '10.0.0.2'],
  ['10.0.0.1', '203.0.113.9', '127.0.0.1', '127.0.0.1'],
  [
    '10.0.0.0/24 2001:db8:5::/48',
    '198.51.100.1, 203.0.113.9, 2001:db8:5::7, 10.0.0.9',
    '10.0.0.1',
    '203.0.113.9'
  ],
  ['10.0.0.0/24', '10.0.0.8, 10.0.0.9', '10.0.0.1', '10.0.0.8'],
  ['10.0.0.0/24', '203.0.113.9, unknown', '10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '203.0.113.9', '10.0.0.1', '203.0.113.9']
])('with the proxies %s, "%s" over %s is a call from %s', (proxies, forwardedFor, socket, caller) => {
  expect(callerBehind(proxies, forwardedFor, socket)).toBe(caller)
})

test.each([
  'all',
  '10',
  '-1',
  '1, 2',
  '10.0.0.0/33',
  '2001:db8::/129',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.1/',
  '10.0.0.1/8/8',
  '10.0.0',
  '[::1]',
  'proxy.example'
])('proxies cannot be "%s"', text => {
  expect(readTrustedProxies(text)).toBeNull()
})
