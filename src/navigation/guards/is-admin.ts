import { $session } from '#stores/session.ts'
import { paths } from '../paths.ts'
import { pass, type GuardResult } from '../guard-result.ts'

export default function isAdmin(): GuardResult {
  return $session.get().user?.isAdmin
    ? pass
    : { is: 'redirect', to: paths.projects(), warning: 'Only programme admins can open that page.' }
}
