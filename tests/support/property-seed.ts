// Property tests use the same cases in every run, so that a failure is caused by the change being tested. `PROPERTY_SEED=$RANDOM PROPERTY_RUNS=20000
// npm test -- pure` tries other cases.

import fc from 'fast-check'

const { PROPERTY_SEED = '1', PROPERTY_RUNS } = process.env

fc.configureGlobal({
  seed: Number(PROPERTY_SEED),
  ...(PROPERTY_RUNS !== undefined && { numRuns: Number(PROPERTY_RUNS) })
})
