// Opens the account dialog, and the setup that a programme with a mandatory second factor requires. The code
// is loaded on first use.

import { navigate } from 'wouter/use-browser-location'
import { reloadPage } from '#browser/navigation/leave.ts'
import { $modal, closeModal, openModal } from '#browser/stores/modals.ts'
import { openModalWith } from '#browser/stores/outcomes.ts'
import { $session, demandsSecondFactor, logOut } from '#browser/stores/session.ts'
import { chunk } from '#lib/chunk.ts'
import { paths } from '#programme/paths.ts'
import { confirmAndLogOut } from './log-out.ts'
import { throttledReload } from './watch/chunk-reload.ts'

const accountDialog = chunk(() => import('#browser/features/own-account/account-dialog.tsx'))

export const openAccount = (): Promise<void> =>
  openModalWith(
    accountDialog,
    ({ AccountDialog }) => ({
      component: AccountDialog,
      props: {
        title: 'Your account',
        onLoggedOut: () => {
          closeModal()
          logOut()
          navigate(paths.login())
        }
      }
    }),
    'Your account could not be opened. Check your connection and try again.'
  )

let isDemanding = false

/** Opens the mandatory setup, if the programme requires a second factor that the user has not set up. */
export async function demandSecondFactor(): Promise<void> {
  const { user } = $session.get()
  const details = user?.details
  if (isDemanding || !details || !demandsSecondFactor(details) || details.otp_enabled) return
  isDemanding = true
  try {
    const { RequiredSecondFactor } = await accountDialog.load()
    const isOfAnother = $session.get().user?.sub !== user.sub
    if (isOfAnother || $modal.get().component === RequiredSecondFactor) return
    openModal({
      component: RequiredSecondFactor,
      isCloseable: false,
      props: {
        title: 'Set up two-factor authentication',
        // The page's earlier requests were refused, so load everything again.
        onDone: reloadPage,
        onLogOut: () => {
          closeModal()
          void confirmAndLogOut()
        }
      }
    })
  } catch {
    throttledReload(location.pathname)
  } finally {
    isDemanding = false
    // Another user may have logged in while the code was on its way.
    if ($session.get().user?.sub !== user.sub) void demandSecondFactor()
  }
}
