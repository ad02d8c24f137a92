import { $isAuthenticated } from '#browser/stores/session.ts'
import { chunk, presentChunk, type Chunk } from '#lib/chunk.ts'
import { paths } from '#programme/paths.ts'
import { pass, type NavigationTarget, type GuardResult } from './guard-result.ts'

export type Guard = (target: NavigationTarget) => GuardResult | Promise<GuardResult>

/** Product 0: users who are not logged in log in first and then return. */
const checkLogin: Guard = ({ path, search }) =>
  $isAuthenticated.get() ? pass : { is: 'redirect', to: paths.login({ next: path + search + location.hash }) }

/** Spec 2: the named guards, each loaded on demand, except the one that nearly every screen has. */
const guards = {
  auth: presentChunk({ default: checkLogin }),
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
  return pass
}
