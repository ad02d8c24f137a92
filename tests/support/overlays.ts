// Every dialog, menu and popover of the interface: where it opens, for whom, and by pressing what. A file that opens one without an entry here fails
// `architecture/overlays`.

import { PROJECT, type FindScreens } from './find-screens.ts'
import {
  aBlankSection,
  anEditionIsDue,
  aRetiredChart,
  collectionHasClosed,
  everySection,
  everythingIsAccepted,
  openQuestions,
  type GivenReply
} from './given-replies.ts'

/** The name of the pressed button or menu item. */
type Press = string | RegExp

/** A page, and who opens it. */
interface Place {
  role: 'viewer' | 'contributor' | 'lead' | 'admin'
  address: string | ((find: FindScreens) => Promise<string>)
  /** Pressed first, to reach the control that opens it. */
  first?: readonly Press[]
  /** A state that the demo does not have: the call whose reply determines it, and the change to that reply. */
  given?: GivenReply
}

export interface Overlay extends Place {
  /** The file that opens it. */
  file: string
  /** What opens it, and inside that what opens the next. After closing, the focus is on the first again. */
  press: readonly [Press, ...Press[]]
  name: RegExp
}

type Line = [file: string, name: RegExp, ...press: [Press, ...Press[]]]

/** Overlays that open on one page. */
const on = (place: Place, folder: string, lines: Line[]): Overlay[] =>
  lines.map(([file, name, ...press]) => ({ ...place, file: `src/${folder}/${file}`, name, press }))

const project = `/projects/${PROJECT}`
const collection = `${project}/data-collection`
const group = `${project}/results/establishment`
const section = (find: FindScreens): Promise<string> => find.section()
const chart = (find: FindScreens): Promise<string> => find.chart()

const ofLayout = [
  ...on({ role: 'viewer', address: project }, 'browser/app/layouts', [
    ['nav-menu.tsx', /^Menu/, 'Menu'],
    ['user-menu.tsx', /^Account:/, /^Account:/]
  ]),
  ...on({ role: 'contributor', address: '/projects' }, 'browser/app', [
    ['account-modal.ts', /^Your account/, /^Account:/, 'Your account…']
  ])
]

const ofExplorer = [
  ...on({ role: 'viewer', address: chart, first: ['Change'] }, 'browser/features/explorer/selection', [
    ['peers-pick.tsx', /^Peers/, /^Peers/],
    ['filters-pick.tsx', /^Filters/, /^Filters/],
    ['marked-pick.tsx', /^Marked/, /^Marked/]
  ]),
  ...on({ role: 'viewer', address: group, first: ['Change'] }, 'browser/features/explorer/export', [
    ['set-export-menu.tsx', /^Export/, 'Export'],
    ['briefing-dialog.tsx', /^Briefing pack/, 'Export', /^Briefing pack/]
  ]),
  ...on({ role: 'contributor', address: chart, first: ['Change'] }, 'browser/features/explorer', [
    ['selection/toolbar.tsx', /^Peer groups/, /^Peers/, /groups…$/],
    ['selection/toolbar.tsx', /^Peer groups/, /^Peers/, /groups…$/, 'New group'],
    ['selection/toolbar.tsx', /^Peer groups/, /^Peers/, /groups…$/, 'New group', 'By search'],
    ['selection/toolbar.tsx', /^Peer groups/, /^Peers/, /groups…$/, 'New group', /^By simil/],
    ['chart/chart-header.tsx', /^Chart menu/, 'Chart menu']
  ]),
  ...on({ role: 'admin', address: `${project}/results` }, 'browser/features/explorer/overview', [
    ['all-overview.tsx', /without all their figures$/, /^See the /]
  ]),
  ...on(
    { role: 'admin', address: async find => `${await find.chart()}?mode=edit` },
    'browser/features/explorer/builder',
    [
      ['placement/shown-in.tsx', /^Add to a group/, 'Add to a group'],
      ['placement/shown-in.tsx', /change the order$/, /change the order$/],
      ['placement/new-group-dialog.tsx', /^New chart group/, 'Add to a group', 'New group…']
    ]
  ),
  ...on(
    { role: 'admin', address: `${group}/detail?mode=edit`, given: aRetiredChart },
    'browser/features/explorer/builder',
    [['placement/retired-charts.tsx', /^Delete /, /^Delete /]]
  )
]

const ofEntry = [
  ...on({ role: 'viewer', address: section }, 'browser/features/data-collection', [
    ['section-tools.tsx', /^Print/, 'Print'],
    ['panel/guidance-modal.ts', /^Guidance/, 'Guidance']
  ]),
  ...on({ role: 'contributor', address: section }, 'browser/features/data-collection', [
    ['workbook.ts', /^Workbook/, 'Workbook'],
    ['section-head.tsx', /^Keyboard shortcuts/, 'Keyboard shortcuts'],
    ['side-list.tsx', /^Show missing answers/, /^Show missing answers/]
  ]),
  ...on(
    { role: 'lead', address: section, given: aBlankSection },
    'browser/features/data-collection/signing',
    [['nothing-to-report.tsx', /^Nothing to report: /, 'Nothing to report…']]
  ),
  ...on({ role: 'contributor', address: project, given: openQuestions }, 'browser/features/projects/home', [
    ['questions-card.tsx', /^Answer several questions/, 'Answer several at once…']
  ]),
  ...on({ role: 'contributor', address: collection }, 'browser/features/data-collection', [
    ['submission-workbook.ts', /^Workbook: all sections/, 'Workbook'],
    ['download/download-answers-button.tsx', /^Download answers/, 'Download answers']
  ]),
  ...on(
    { role: 'lead', address: collection, given: everySection('complete') },
    'browser/features/data-collection/signing',
    [['open-sign-off.ts', /^Sign off: /, 'Sign off']]
  ),
  ...on(
    { role: 'lead', address: collection, given: everySection('signed_off') },
    'browser/features/data-collection/signing',
    [['signing.tsx', /^Reopen a section/, 'Reopen a section']]
  ),
  ...on({ role: 'contributor', address: collection }, 'browser/features/data-collection/codes', [
    ['case-codes-line.tsx', /^Case codes/, /^Manage codes/]
  ]),
  ...on({ role: 'admin', address: collection, first: ['Form'] }, 'browser/questionnaire-builder', [
    ['new-button.tsx', /^New questionnaire/, 'New questionnaire'],
    ['builder-bar.tsx', /^Preview/, 'Preview as respondent'],
    ['editor/find-question.tsx', /^Use an existing question/, 'Use an existing question']
  ])
]

/** A lead's own registration is closed for changes by this time; admins may change any. */
const ofRegistration = on(
  { role: 'admin', address: `${project}/registration`, first: ['Aldersyde General'] },
  'browser/features/registration',
  [
    ['contacts-step.tsx', /^Add a contact/, 'Add another'],
    ['contacts-step.tsx', /^Remove /, /^Remove /],
    ['submissions-step.tsx', /^Add a ward/, 'Add a ward'],
    ['submissions-step.tsx', /^Questions for/, /^View questions for/],
    ['side-cards.tsx', /^Withdraw registration/, 'Withdraw registration…']
  ]
)

const ofAdmins = [
  ...on({ role: 'admin', address: '/users' }, 'browser/features/users', [
    ['user-row.tsx', /^Actions for/, /^Actions for/],
    ['person-dialogs.tsx', /^Invite a person/, 'Invite'],
    ['person-dialogs.tsx', /^Edit /, /^Actions for/, 'Edit details…'],
    ['danger-dialogs.tsx', /^Delete /, /^Actions for/, 'Delete…'],
    ['danger-dialogs.tsx', /^Reject /, /^Actions for/, 'Reject…']
  ]),
  ...on({ role: 'lead', address: '/organisation' }, 'browser/features/organisation', [
    ['people-card.tsx', /^Invite a person/, 'Invite…']
  ]),
  ...on(
    { role: 'admin', address: `${collection}?view=queries` },
    'browser/features/data-collection/queries',
    [['queries-screen.tsx', /^Raise queries/, 'Raise queries…']]
  ),
  ...on(
    { role: 'admin', address: `${collection}?view=progress` },
    'browser/features/data-collection/progress',
    [['progress-screen.tsx', /^Who was reminded when/, 'Who was reminded when']]
  ),
  ...on(
    { role: 'admin', address: `${collection}?view=progress`, first: [/^Select the \d+ without a reminder/] },
    'browser/features/data-collection/progress',
    [['selection-bar.tsx', /^Reminder to \d+ organisation/, /^Send reminder to/]]
  ),
  ...on(
    {
      role: 'admin',
      address: `${collection}?view=progress`,
      first: [/^Select the \d+ without a reminder/],
      given: collectionHasClosed
    },
    'browser/features/data-collection/progress',
    [['selection-bar.tsx', /^Open for corrections: \d+ organisation/, 'Open for corrections…']]
  ),
  ...on(
    { role: 'admin', address: `${collection}?view=progress`, given: collectionHasClosed },
    'browser/features/data-collection/acceptance',
    [
      ['acceptance-line.tsx', /^Correction windows/, 'Correction windows…'],
      ['acceptance-line.tsx', /^Acceptance/, /^(Accept \d+|See acceptance)…/]
    ]
  ),
  ...on(
    { role: 'admin', address: `${collection}?view=progress`, given: everythingIsAccepted },
    'browser/features/data-collection/acceptance',
    [['acceptance-dialog.tsx', /^Revoke acceptance/, /^(Accept \d+|See acceptance)…/, /^Revoke…: /]]
  ),
  ...on(
    { role: 'admin', address: `${project}/about`, given: anEditionIsDue },
    'browser/features/projects/about',
    [['publication-card.tsx', /^Publish edition/, /^Publish edition/]]
  )
]

export const overlays: Overlay[] = [...ofLayout, ...ofExplorer, ...ofEntry, ...ofRegistration, ...ofAdmins]

/** Content that unfolds in the page instead of over it: `shows` is visible once everything is pressed. */
export interface Unfolded extends Place {
  press: readonly [Press, ...Press[]]
  shows: RegExp
}

/** A section opened at the first cell that is still to do. */
const cellToDo = async (find: FindScreens): Promise<string> => `${await find.section()}?go=left`
const contributor = { role: 'contributor' } as const

export const unfolded: Unfolded[] = [
  { ...contributor, address: chart, press: ['Method'], shows: /^Percentile: the share of peers/ },
  { ...contributor, address: chart, press: ['What if…'], shows: /^What if: not saved/ },
  { ...contributor, address: cellToDo, press: ['About'], shows: /./ },
  { ...contributor, address: cellToDo, press: ['History'], shows: /./ },
  { ...contributor, address: cellToDo, press: [/^Comments/], shows: /^New comment$/ }
]
