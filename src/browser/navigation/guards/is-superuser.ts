import { pass, type GuardResult } from '#browser/navigation/guard-result.ts'
import { $session } from '#browser/stores/session.ts'
import { paths } from '#programme/paths.ts'

export default function requireSuperuser(): GuardResult {
  return $session.get().user?.isSuperuser
    ? pass
    : { is: 'redirect', to: paths.projects(), warning: 'Only superusers can open that page.' }
}
