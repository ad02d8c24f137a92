// Opens the account dialog, and the setup that a programme with a mandatory second factor requires. The code
// is loaded on first use.

import { openModalWith } from '#browser/stores/outcomes.ts'
import { $session, demandsSecondFactor } from '#browser/stores/session.ts'
import { chunk } from '#lib/chunk.ts'
import { confirmAndLogOut } from './log-out.ts'

const accountDialog = chunk(() => import('#browser/features/own-account/account-dialog.tsx'))

export const openAccount = (): Promise<void> =>
  openModalWith(
    accountDialog,
    ({ AccountDialog }) => ({
      component: AccountDialog,
      props: { title: 'Your account' }
    }),
    'Your account'
  )

let isDemanding = false

/** Opens the mandatory setup, if the programme requires a second factor that the user has not set up. */
export async function demandSecondFactor(): Promise<void> {
  const { user } = $session.get()
  const details = user?.details
  if (isDemanding || !details || !demandsSecondFactor(details) || details.otp_enabled) return
  isDemanding = true
  const code = await accountDialog.load().catch(() => null)
  isDemanding = false
  if ($session.get().user?.sub === user.sub) code?.requireSecondFactor(() => confirmAndLogOut())
  // Another user has logged in while the code was on its way.
  else void demandSecondFactor()
}
