// Opens the sign-off of a questionnaire, from the hub and from its last section. Its code is loaded on first use.

import { openModalWith } from '#browser/stores/outcomes.ts'
import { chunk } from '#lib/chunk.ts'
import type { SignOffDialogProps } from './sign-off-dialog.tsx'

const signOffDialog = chunk(() => import('./sign-off-dialog.tsx'))

export const openSignOff = (questionnaireName: string, dialog: SignOffDialogProps): Promise<void> =>
  openModalWith(
    signOffDialog,
    ({ SignOffDialog }) => ({
      component: SignOffDialog,
      props: { title: `Sign off: ${questionnaireName}`, ...dialog }
    }),
    'The sign-off'
  )
