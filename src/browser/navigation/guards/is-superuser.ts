import { $session } from '#browser/stores/session.ts'
import { paths } from '#programme/paths.ts'
import { pass, type GuardResult } from '../guard-result.ts'

export default function isSuperuser(): GuardResult {
  return $session.get().user?.isSuperuser
    ? pass
    : { is: 'redirect', to: paths.projects(), warning: 'Only superusers can open that page.' }
}
