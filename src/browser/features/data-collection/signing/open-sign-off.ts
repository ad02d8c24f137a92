// Opens the sign-off of a questionnaire, from the hub and from its last section. Its code is loaded on first use.

import { openModal } from '#browser/stores/modals.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { chunk } from '#lib/chunk.ts'
import type { SignOffDialogProps } from './sign-off-dialog.tsx'

const signOffDialog = chunk(() => import('./sign-off-dialog.tsx'))

export async function openSignOff(
  questionnaireName: string,
  dialog: Omit<SignOffDialogProps, 'title'>
): Promise<void> {
  try {
    const { SignOffDialog } = await signOffDialog.load()
    openModal({ component: SignOffDialog, props: { title: `Sign off: ${questionnaireName}`, ...dialog } })
  } catch {
    showToast({
      text: 'The sign-off could not be opened. Check your connection and try again.',
      status: 'error'
    })
  }
}
