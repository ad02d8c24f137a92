// The reads that pages behind the login and surveys always make, so that the page's inline script can begin them on a device that knows nothing yet
// (src/pages/_shell/first-calls.js). A device that has been here remembers more (decision 0037).

import { callAddress } from '#browser/api/call-address.ts'
import { checkCaseCode } from '#contract/case-codes.ts'
import { getMetaData, listOutputTypes } from '#contract/charts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listOrganisations } from '#contract/organisations.ts'
import { listProjects } from '#contract/projects.ts'
import { getQuestionnaire, getSectionQuestions, listSections } from '#contract/questionnaires.ts'
import { getCompletion } from '#contract/section-submissions.ts'
import { listTimePeriods } from '#contract/time-periods.ts'
import { getCurrentUser } from '#contract/users.ts'

/** Replaced by the number of the page's programme. */
const PROGRAMME = '_programme_'
/** Replaced by the numbers that a pattern finds in the address. */
const [FIRST, SECOND, THIRD] = ['_1_', '_2_', '_3_']

interface ReadTemplate {
  params?: Record<string, string>
  query?: Record<string, string>
}

const readAt = (endpoint: Endpoint, input: ReadTemplate = {}): string => callAddress(endpoint, input as never)

/** A call for each entry of a list in the reply to the pattern's first call. */
interface FollowUp {
  list: string
  call: string
}
/** Replaced by each entry. */
const EACH = '_each_'

/** For each pattern of addresses, with their query: the calls below the API's prefix, and those that follow from the first. */
export const firstReads: readonly [pattern: string, calls: string[], next?: FollowUp][] = [
  [
    '^/(?!surveys|login)',
    [
      readAt(getCurrentUser),
      readAt(listOrganisations, { query: { programme_id: PROGRAMME } }),
      readAt(listTimePeriods, { query: { programme_id: PROGRAMME } })
    ]
  ],
  [
    '^/(?!surveys|login).*[?&]tp=(\\d+)',
    [readAt(listProjects, { query: { programme_id: PROGRAMME, time_period_id: FIRST } })]
  ],
  // Those of the newest period, which is chosen by default.
  [
    '^/(?!surveys|login)(?!.*[?&](?:tp|org)=)',
    [readAt(listProjects, { query: { programme_id: PROGRAMME, time_period_id: '0' } })]
  ],
  [
    '^/projects/[^/?]+/data-collection/questionnaire/(\\d+)-(\\d+)-(\\d+)(?:[?]|$)',
    [
      readAt(getQuestionnaire, { params: { id: FIRST }, query: { submission_id: SECOND } }),
      readAt(listSections, { params: { id: FIRST }, query: { submission_id: SECOND } }),
      readAt(getSectionQuestions, {
        params: { id: FIRST, sid: THIRD },
        query: { submission_id: SECOND, is_watching: 'true' }
      }),
      readAt(getCompletion, { query: { submission_id: SECOND, questionnaire_id: FIRST } })
    ]
  ],
  [
    '^/projects/[^/?]+/[^/?]+/[^/?]+/detail/(\\d+)(?:[?]|$)',
    [readAt(listOutputTypes, { params: { id: FIRST } }), readAt(getMetaData, { query: { chart_id: FIRST } })]
  ],
  // Codes consist of letters, digits and hyphens. Anything else is refused without a call.
  [
    '^/surveys/(\\d+)-(\\d+)/([\\w-]+)(?:/questions)?(?:[?]|$)',
    [
      readAt(checkCaseCode, {
        query: { case_code: THIRD, questionnaire_id: FIRST, submission_id: SECOND }
      })
    ],
    {
      list: 'section_ids',
      call: readAt(getSectionQuestions, {
        params: { id: FIRST, sid: EACH },
        query: { submission_id: SECOND, case_code: THIRD }
      })
    }
  ]
]
