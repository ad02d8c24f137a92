// Every kind of thing that a programme is made of. Reading, comparing, writing and exporting follow this table alone.

import { chartContentKinds } from './charts.ts'
import type { ContentKind, KindName } from './content-kind.ts'
import { programmeKinds } from './programme.ts'
import { projectKinds } from './projects.ts'
import { questionnaireKinds } from './questionnaires.ts'

export const contentKinds: Record<KindName, ContentKind> = {
  ...programmeKinds,
  ...projectKinds,
  ...questionnaireKinds,
  ...chartContentKinds
}
