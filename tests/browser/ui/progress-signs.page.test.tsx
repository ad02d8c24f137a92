// Answered, complete and signed off are three things, so they have three signs; nothing entered has none of them.

import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Ring } from '#browser/ui/progress.tsx'

afterEach(cleanup)

const sign = (percent: number, isComplete: boolean, isSignedOff = false): string =>
  render(<Ring percent={percent} isComplete={isComplete} isSignedOff={isSignedOff} />).container.innerHTML

test('each state has a sign of its own', () => {
  const signs = [sign(0, false), sign(100, false), sign(100, true), sign(100, true, true)]
  expect(new Set(signs).size).toBe(4)
  // A tick is for what someone has marked, never for answers alone.
  expect(signs.map(one => one.includes('<path'))).toEqual([false, false, true, true])
})
