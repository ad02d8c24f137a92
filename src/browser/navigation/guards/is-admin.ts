import { $session } from '#browser/stores/session.ts'
import { paths } from '#programme/paths.ts'
import { pass, type GuardResult } from '../guard-result.ts'

export default function isAdmin(): GuardResult {
  return $session.get().user?.isAdmin
    ? pass
    : { is: 'redirect', to: paths.projects(), warning: 'Only programme admins can open that page.' }
}
