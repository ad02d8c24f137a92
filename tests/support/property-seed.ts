// Property tests draw the same cases in every run, so that a change is blamed for what it broke and for nothing else.
// `PROPERTY_SEED=$RANDOM PROPERTY_RUNS=20000 npm test -- pure` looks further.

import fc from 'fast-check'

const { PROPERTY_SEED = '1', PROPERTY_RUNS } = process.env

fc.configureGlobal({
  seed: Number(PROPERTY_SEED),
  ...(PROPERTY_RUNS !== undefined && { numRuns: Number(PROPERTY_RUNS) })
})
