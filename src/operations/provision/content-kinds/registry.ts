// Every kind of content. Reading, comparing, writing and exporting depend on this record alone.

import { chartContentKinds } from './charts.ts'
import type { ContentKind, KindName } from './definition.ts'
import { programmeKinds } from './programme.ts'
import { projectKinds } from './projects.ts'
import { questionnaireKinds } from './questionnaires.ts'

export const contentKinds: Record<KindName, ContentKind> = {
  ...programmeKinds,
  ...projectKinds,
  ...questionnaireKinds,
  ...chartContentKinds
}
