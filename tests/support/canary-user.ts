export { canary } from '#lib/canary-only-tested.ts'
