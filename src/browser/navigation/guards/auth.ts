import { pass, type NavigationTarget, type GuardResult } from '#browser/navigation/guard-result.ts'
import { $isAuthenticated } from '#browser/stores/session.ts'
import { paths } from '#programme/paths.ts'

/** Product 0: users who are not logged in log in first and then return. */
export default function auth({ path, search }: NavigationTarget): GuardResult {
  return $isAuthenticated.get()
    ? pass
    : { is: 'redirect', to: paths.login({ next: path + search + location.hash }) }
}
