import { sectionParts } from '#browser/features/data-collection/section-parts-chunk.ts'
import { openModal } from '#browser/stores/modals.ts'
import { withCode } from '#browser/stores/outcomes.ts'

export const openGuidance = (): Promise<void> =>
  withCode(
    sectionParts,
    ({ GuidanceDialog }) =>
      openModal({ component: GuidanceDialog, size: 'standard', props: { title: 'Guidance' } }),
    'The guidance could not be opened. Check your connection and try again.'
  )
