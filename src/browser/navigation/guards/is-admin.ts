import { pass, type GuardResult } from '#browser/navigation/guard-result.ts'
import { $session } from '#browser/stores/session.ts'
import { paths } from '#programme/paths.ts'

export default function requireAdmin(): GuardResult {
  return $session.get().user?.isAdmin
    ? pass
    : { is: 'redirect', to: paths.projects(), warning: 'Only programme admins can open that page.' }
}
