import { sectionParts } from '#browser/features/data-collection/section-parts-chunk.ts'
import { openModal } from '#browser/stores/modals.ts'
import { showToast } from '#browser/stores/toasts.ts'

export async function openGuidance(): Promise<void> {
  try {
    const { GuidanceDialog } = await sectionParts.load()
    openModal({ component: GuidanceDialog, size: 'standard', props: { title: 'Guidance' } })
  } catch {
    showToast({
      text: 'The guidance could not be opened. Check your connection and try again.',
      status: 'error'
    })
  }
}
