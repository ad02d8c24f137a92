import { $session } from '#stores/session.ts'
import { paths } from '../paths.ts'
import { pass, type Verdict } from '../verdict.ts'

export default function isSuperuser(): Verdict {
  return $session.get().user?.isSuperuser
    ? pass
    : { is: 'redirect', to: paths.projects(), warning: 'Only superusers can open that page.' }
}
