import { sectionParts } from '#browser/features/data-collection/section-parts-chunk.ts'
import { openModalWith } from '#browser/stores/outcomes.ts'

export const openGuidance = (): Promise<void> =>
  openModalWith(
    sectionParts,
    ({ GuidanceDialog }) => ({ component: GuidanceDialog, size: 'standard', props: { title: 'Guidance' } }),
    'The guidance'
  )
