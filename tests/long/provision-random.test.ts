// Thousands of random programmes survive an export.

import { test } from 'vitest'
import { requireRoundTrips } from '#tests/support/random-round-trips.ts'

test(
  'each of thousands of random programmes is the same after it is exported and applied again',
  () => requireRoundTrips(Number(process.env['PROPERTY_RUNS'] ?? 2000)),
  3_600_000
)
