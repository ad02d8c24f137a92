// Every kind of thing that a programme is made of. Reading, comparing, writing and exporting follow this table alone.
import { chartKinds } from './kinds/charts.ts'
import { programmeKinds } from './kinds/programme.ts'
import { projectKinds } from './kinds/projects.ts'
import { questionnaireKinds } from './kinds/questionnaires.ts'
import type { Kind, KindName } from './kind.ts'

export const kinds: Record<KindName, Kind> = {
  ...programmeKinds,
  ...projectKinds,
  ...questionnaireKinds,
  ...chartKinds
}
