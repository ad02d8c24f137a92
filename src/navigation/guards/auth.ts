import { $isAuthenticated } from '#stores/session.ts'
import { paths } from '../paths.ts'
import { pass, type Place, type Verdict } from '../verdict.ts'

/** Product 0: whoever is not signed in logs in first and then comes back. */
export default function auth({ path, search }: Place): Verdict {
  return $isAuthenticated.get() ? pass : { is: 'redirect', to: paths.login({ next: path + search }) }
}
