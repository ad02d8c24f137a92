// Opens the account dialog, and the setup that a programme with a mandatory second factor requires. The code
// is loaded on first use.

import { navigate } from 'wouter/use-browser-location'
import { reloadPage } from '#browser/navigation/leave.ts'
import { $modal, closeModal, openModal } from '#browser/stores/modals.ts'
import { $session, demandsSecondFactor, logOut } from '#browser/stores/session.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { chunk } from '#lib/chunk.ts'
import { paths } from '#programme/paths.ts'
import { confirmAndLogOut } from './log-out.ts'
import { throttledReload } from './watch/chunk-reload.ts'

const accountDialog = chunk(() => import('#browser/features/own-account/account-dialog.tsx'))

export async function openAccount(): Promise<void> {
  try {
    const { AccountDialog } = await accountDialog.load()
    openModal({
      component: AccountDialog,
      props: {
        title: 'Your account',
        onLoggedOut: () => {
          closeModal()
          logOut()
          navigate(paths.login())
        }
      }
    })
  } catch {
    showToast({
      text: 'Your account could not be opened. Check your connection and try again.',
      status: 'error'
    })
  }
}

let isDemanding = false

/** Opens the mandatory setup, if the programme requires a second factor that the user has not set up. */
export async function demandSecondFactor(): Promise<void> {
  const details = $session.get().user?.details
  if (isDemanding || !details || !demandsSecondFactor(details) || details.otp_enabled) return
  isDemanding = true
  try {
    const { RequiredSecondFactor } = await accountDialog.load()
    if ($modal.get().component === RequiredSecondFactor) return
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
  }
}
