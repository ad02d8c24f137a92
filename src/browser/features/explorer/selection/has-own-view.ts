// Whether there is anybody whose value stands out: a chosen submission, or the organisation of the screens.

import { computed } from 'nanostores'
import { $organisationInView } from '#browser/stores/viewpoint.ts'
import { $comparisonRequest } from './comparison.ts'

/** False for an admin who has chosen nobody: nothing of the explorer then speaks of an own value. */
export const $hasOwnView = computed(
  [$comparisonRequest, $organisationInView],
  (comparing, organisation): boolean =>
    organisation !== null || (comparing.state === 'ready' && comparing.value.submission !== null)
)
