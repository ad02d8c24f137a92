import { openModal } from '#browser/stores/modals.ts'
import { GuidanceDialog } from './guidance-dialog.tsx'

export const openGuidance = (): void =>
  openModal({ component: GuidanceDialog, size: 'standard', props: { title: 'Guidance' } })
