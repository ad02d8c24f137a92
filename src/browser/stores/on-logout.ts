import { $isAuthenticated } from './session.ts'

/** Calls back after each logout, for what a module keeps of a user beside loadable stores, which are cleared anyway. */
export const onLogout = (clear: () => void): void =>
  void $isAuthenticated.listen(isAuthenticated => {
    if (!isAuthenticated) clear()
  })
