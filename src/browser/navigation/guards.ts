import { chunk, presentChunk, type Chunk } from '#lib/chunk.ts'
import type { NavigationTarget, GuardResult } from './guard-result.ts'
import auth from './guards/auth.ts'

export type Guard = (target: NavigationTarget) => GuardResult | Promise<GuardResult>

/** Spec 2: the named guards, each loaded on demand. */
const guards = {
  // Nearly every screen has it.
  auth: presentChunk({ default: auth }),
  casecode: chunk(() => import('./guards/casecode.ts')),
  'is-admin': chunk(() => import('./guards/is-admin.ts')),
  'is-superuser': chunk(() => import('./guards/is-superuser.ts'))
} satisfies Record<string, Chunk<{ default: Guard }>>

export type GuardName = keyof typeof guards

const isKnown = (name: string): name is GuardName => Object.hasOwn(guards, name)

/** Runs the named guards in order until one does not pass. An unknown name is an error in the route table. */
export async function runGuards(names: readonly string[], target: NavigationTarget): Promise<GuardResult> {
  for (const name of names) {
    if (!isKnown(name)) throw new Error('Unknown route middleware')
    const { default: guard } = await guards[name].load()
    const verdict = await guard(target)
    if (verdict.is !== 'pass') return verdict
  }
  return { is: 'pass' }
}
