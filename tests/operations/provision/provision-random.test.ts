// Random programmes survive an export. tests/long draws many more.

import { test } from 'vitest'
import { requireRoundTrips } from '#tests/support/random-round-trips.ts'

test('a random programme is the same after it is exported and applied to itself and to an empty programme', () =>
  requireRoundTrips(Number(process.env['PROPERTY_RUNS'] ?? 6)))
