import type { ProjectPlan, Theme } from '../plan.ts'

const quality: ProjectPlan = {
  code: 'satisfaction',
  name: 'Satisfaction',
  summary: 'What the people served think of the service.',
  scopes: [{ name: 'All sites', description: 'Every site that serves people in person.' }],
  visibility: 'anonymous',
  questionnaires: [
    {
      name: 'Satisfaction return',
      sections: [
        {
          name: 'Survey',
          guidance: 'From the survey of the year.',
          subSections: [
            {
              name: 'Survey',
              questions: [
                {
                  key: 'asked',
                  text: 'People asked',
                  type: 'integer',
                  unit: 'people',
                  min: 0,
                  max: 100_000,
                  figure: { median: 900, spread: 0.3, bySize: 0.8 }
                },
                {
                  key: 'answered',
                  text: 'Answers received',
                  type: 'integer',
                  unit: 'answers',
                  min: 0,
                  max: 100_000,
                  figure: { median: 0.36, spread: 0.25, shareOf: 'asked', isPart: true }
                },
                {
                  key: 'satisfied',
                  text: 'Satisfied',
                  type: 'integer',
                  unit: 'answers',
                  min: 0,
                  max: 100_000,
                  figure: { median: 0.84, spread: 0.08, shareOf: 'answered', isPart: true }
                }
              ]
            }
          ]
        }
      ]
    }
  ],
  collections: [
    {
      name: 'Satisfaction',
      groups: [
        {
          name: 'Survey',
          charts: [
            {
              name: 'Response rate',
              unit: '%',
              decimals: 1,
              direction: 'higher',
              statistic: 'proportion',
              definition: 'Answers received as a share of people asked.',
              numerator: ['answered'],
              denominator: ['asked'],
              multiplier: 100
            },
            {
              name: 'Satisfied',
              unit: '%',
              decimals: 1,
              direction: 'higher',
              statistic: 'proportion',
              target: 90,
              definition: 'Satisfied as a share of answers received.',
              numerator: ['satisfied'],
              denominator: ['answered'],
              multiplier: 100
            },
            {
              name: 'People asked',
              unit: 'people',
              decimals: 0,
              direction: 'neutral',
              definition: 'People whom the survey reached.',
              value: ['asked']
            }
          ]
        }
      ]
    }
  ]
}

const resources: ProjectPlan = {
  code: 'resources',
  name: 'Resources and activity',
  summary: 'People, money and activity of each site.',
  scopes: [{ name: 'All sites', description: 'Every site that serves people in person.' }],
  visibility: 'named',
  questionnaires: [
    {
      name: 'Annual return',
      sections: [
        {
          name: 'Profile',
          guidance: 'The site at the end of the year.',
          subSections: [
            {
              name: 'The site',
              questions: [
                {
                  key: 'served',
                  text: 'People served',
                  type: 'integer',
                  unit: 'people',
                  min: 1,
                  max: 1_000_000,
                  warnChange: 25,
                  figure: { median: 8200, spread: 0.25, bySize: 1 }
                },
                {
                  key: 'kind',
                  text: 'Main kind of service',
                  type: 'single_choice',
                  options: ['Advice', 'Care', 'Training']
                },
                {
                  key: 'channels',
                  text: 'Ways to reach the site',
                  type: 'multiple_choice',
                  options: ['In person', 'Telephone', 'Online']
                },
                { key: 'accredited', text: 'Is the site accredited?', type: 'yes_no' },
                {
                  key: 'accredited_on',
                  text: 'Accredited on',
                  type: 'date',
                  visibleIf: "{accredited} = 'yes'",
                  isOptional: true
                },
                { key: 'remarks', text: 'Remarks', type: 'long_text', maxLength: 2000, isOptional: true }
              ]
            }
          ]
        },
        {
          name: 'Staff',
          guidance: 'Full-time equivalents at the end of the year. 0 is an answer.',
          subSections: [
            {
              name: 'Staff by role',
              columns: [
                { name: 'Direct', share: 0.7 },
                { name: 'Support', share: 0.2 },
                { name: 'Management', share: 0.1 }
              ],
              hasRowTotals: true,
              questions: [
                {
                  key: 'posts',
                  text: 'Posts',
                  type: 'decimal',
                  unit: 'FTE',
                  decimals: 1,
                  min: 0,
                  max: 5000,
                  warnChange: 40,
                  figure: { median: 42, spread: 0.2, bySize: 1 }
                },
                {
                  key: 'filled',
                  text: 'Filled posts',
                  type: 'decimal',
                  unit: 'FTE',
                  decimals: 1,
                  min: 0,
                  max: 5000,
                  figure: { median: 0.92, spread: 0.06, shareOf: 'posts', isPart: true }
                }
              ]
            }
          ]
        },
        {
          name: 'Money',
          guidance: 'The financial year.',
          subSections: [
            {
              name: 'Money',
              questions: [
                {
                  key: 'cost',
                  text: 'Running cost',
                  type: 'currency',
                  unit: '£',
                  decimals: 0,
                  min: 0,
                  max: 500_000_000,
                  warnChange: 30,
                  figure: { median: 2_300_000, spread: 0.25, bySize: 1, growth: 0.04 }
                },
                {
                  key: 'pay',
                  text: 'Of which pay',
                  type: 'currency',
                  unit: '£',
                  decimals: 0,
                  min: 0,
                  max: 500_000_000,
                  figure: { median: 0.66, spread: 0.1, shareOf: 'cost', isPart: true }
                }
              ]
            }
          ]
        }
      ]
    }
  ],
  collections: [
    {
      name: 'Resources',
      groups: [
        {
          name: 'Staff',
          charts: [
            {
              name: 'People served per post',
              unit: 'people',
              decimals: 0,
              direction: 'neutral',
              definition: 'People served for each post.',
              numerator: ['served'],
              denominator: ['posts@*']
            },
            {
              name: 'Filled posts',
              unit: '%',
              decimals: 1,
              direction: 'higher',
              definition: 'Filled as a share of all posts.',
              numerator: ['filled@*'],
              denominator: ['posts@*'],
              multiplier: 100,
              byColumn: true
            },
            {
              name: 'Posts by role',
              unit: 'FTE',
              decimals: 1,
              direction: 'neutral',
              definition: 'Posts at the end of the year by role.',
              value: ['posts@*'],
              byColumn: true
            }
          ]
        },
        {
          name: 'Money',
          charts: [
            {
              name: 'Cost per person served',
              unit: '£',
              decimals: 0,
              direction: 'lower',
              definition: 'Running cost for each person served.',
              numerator: ['cost'],
              denominator: ['served']
            },
            {
              name: 'Pay share of cost',
              unit: '%',
              decimals: 1,
              direction: 'neutral',
              definition: 'Pay as a share of the running cost.',
              numerator: ['pay'],
              denominator: ['cost'],
              multiplier: 100
            },
            {
              name: 'Running cost',
              unit: '£',
              decimals: 0,
              direction: 'neutral',
              definition: 'Running cost of the year.',
              value: ['cost']
            }
          ]
        }
      ]
    }
  ]
}

/** For a programme of any kind. */
export const plain: Theme = {
  organisationNames: {
    places: [
      'Alder',
      'Beacon',
      'Cedar',
      'Dover',
      'Ember',
      'Falcon',
      'Garnet',
      'Harbour',
      'Iris',
      'Jasper',
      'Kite',
      'Laurel',
      'Maple',
      'Noble',
      'Olive',
      'Pioneer',
      'Quarry',
      'River',
      'Summit',
      'Tide',
      'Union',
      'Valley',
      'Willow',
      'Yew',
      'Zenith',
      'Anchor',
      'Bridge',
      'Compass',
      'Delta',
      'Echo'
    ],
    endings: ['Partnership', 'Trust', 'Alliance', 'Association']
  },
  organisationTypes: ['Public', 'Charity', 'Company'],
  regions: ['North', 'East', 'South', 'West'],
  sizes: ['Small', 'Medium', 'Large'],
  unitKinds: ['town', 'country', 'coast'],
  unitName: (kind, number) => `Site ${number + 1}, ${kind}`,
  kindFilter: 'Setting',
  projects: [resources, quality]
}
