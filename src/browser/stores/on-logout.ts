import { $isAuthenticated } from './session.ts'

/** Calls back after each logout: what one user was shown is never shown to the next in this tab. */
export const onLogout = (clear: () => void): void =>
  void $isAuthenticated.listen(isAuthenticated => {
    if (!isAuthenticated) clear()
  })
