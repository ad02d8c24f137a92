import type { ProjectPlan } from '../plan.ts'

const visitors = [
  { name: 'Undergraduates', share: 0.62 },
  { name: 'Postgraduates', share: 0.23 },
  { name: 'Staff', share: 0.1 },
  { name: 'Public', share: 0.05 }
]

export const libraryServices: ProjectPlan = {
  code: 'services',
  name: 'Library services',
  summary: 'What libraries spend, lend and offer, for each student and each member of staff.',
  scopes: [
    {
      name: 'Libraries with own staff',
      description: 'Libraries with a service desk that is staffed for at least part of the week.'
    },
    { name: 'Unstaffed libraries', description: 'Reading rooms and collections without staff on site.' }
  ],
  visibility: 'named',
  questionnaires: [
    {
      name: 'Annual return',
      sections: [
        {
          name: 'Library profile',
          guidance: 'The library as it was at the end of the academic year.',
          subSections: [
            {
              name: 'Size and people',
              questions: [
                {
                  key: 'students',
                  text: 'Students served, full-time equivalent',
                  type: 'integer',
                  unit: 'students',
                  min: 1,
                  max: 90_000,
                  warnChange: 20,
                  figure: { median: 11_200, spread: 0.25, bySize: 1 }
                },
                {
                  key: 'staff',
                  text: 'Library staff',
                  type: 'decimal',
                  unit: 'FTE',
                  decimals: 1,
                  min: 0,
                  max: 600,
                  warnChange: 25,
                  figure: { median: 0.0046, spread: 0.22, shareOf: 'students' }
                },
                { key: 'opened', text: 'Opened or last rebuilt', type: 'date', isOptional: true },
                {
                  key: 'catalogue',
                  text: 'Kind of catalogue',
                  type: 'single_choice',
                  options: ['Own', 'Shared by a consortium', 'Hosted by a vendor']
                },
                { key: 'night', text: 'Is the library open at night?', type: 'yes_no' },
                {
                  key: 'night_name',
                  text: 'Name of the night service',
                  type: 'text',
                  maxLength: 80,
                  visibleIf: "{night} = 'yes'",
                  isOptional: true
                },
                {
                  key: 'offers',
                  text: 'Services offered',
                  type: 'multiple_choice',
                  options: ['Laptop loans', 'Research data', 'Open-access support', 'Makerspace']
                },
                {
                  key: 'staff_per_1000',
                  text: 'Staff per 1,000 students',
                  type: 'calculated',
                  unit: 'FTE',
                  decimals: 2,
                  expression: '1000 * {staff} / {students}'
                }
              ]
            }
          ]
        },
        {
          name: 'Use',
          guidance:
            'Counts of the whole academic year. 0 is an answer; leave a cell empty only when the figure is not known.',
          subSections: [
            {
              name: 'Use by group',
              columns: visitors,
              hasRowTotals: true,
              questions: [
                {
                  key: 'visits',
                  text: 'Visits',
                  type: 'integer',
                  unit: 'visits',
                  min: 0,
                  max: 9_000_000,
                  warnChange: 40,
                  figure: { median: 610_000, spread: 0.3, bySize: 1, growth: 0.03 }
                },
                {
                  key: 'loans',
                  text: 'Loans',
                  type: 'integer',
                  unit: 'loans',
                  min: 0,
                  max: 2_000_000,
                  warnChange: 40,
                  figure: { median: 74_000, spread: 0.35, bySize: 1, growth: -0.06 }
                },
                {
                  key: 'enquiries',
                  text: 'Enquiries',
                  type: 'integer',
                  unit: 'enquiries',
                  min: 0,
                  max: 300_000,
                  figure: { median: 9400, spread: 0.4, bySize: 0.8 }
                },
                {
                  key: 'trained',
                  text: 'People trained',
                  type: 'integer',
                  unit: 'people',
                  min: 0,
                  max: 60_000,
                  figure: { median: 3600, spread: 0.45, bySize: 0.9, growth: 0.04 }
                }
              ]
            }
          ]
        },
        {
          name: 'Spending',
          guidance: 'Spending of the financial year, without capital.',
          subSections: [
            {
              name: 'Spending',
              questions: [
                {
                  key: 'content',
                  text: 'Content',
                  type: 'currency',
                  unit: '£',
                  decimals: 0,
                  min: 0,
                  max: 60_000_000,
                  warnChange: 30,
                  figure: { median: 2_150_000, spread: 0.35, bySize: 1.1, growth: 0.05 }
                },
                {
                  key: 'digital',
                  text: 'Of which digital content',
                  type: 'currency',
                  unit: '£',
                  decimals: 0,
                  min: 0,
                  max: 60_000_000,
                  figure: { median: 0.87, spread: 0.06, shareOf: 'content', isPart: true, growth: 0.01 }
                },
                {
                  key: 'pay',
                  text: 'Pay',
                  type: 'currency',
                  unit: '£',
                  decimals: 0,
                  min: 0,
                  max: 60_000_000,
                  warnChange: 30,
                  figure: { median: 1_980_000, spread: 0.3, bySize: 1, growth: 0.04 }
                },
                {
                  key: 'other',
                  text: 'Other running costs',
                  type: 'currency',
                  unit: '£',
                  decimals: 0,
                  min: 0,
                  max: 20_000_000,
                  figure: { median: 310_000, spread: 0.5, bySize: 0.9 }
                }
              ]
            }
          ]
        },
        {
          name: 'Satisfaction',
          guidance: 'From the students’ survey of the year.',
          subSections: [
            {
              name: 'Survey',
              questions: [
                {
                  key: 'satisfied',
                  text: 'Satisfied with the library',
                  type: 'percentage',
                  unit: '%',
                  decimals: 1,
                  min: 0,
                  max: 100,
                  warnChange: 20,
                  figure: { median: 86, spread: 0.05 }
                },
                {
                  key: 'findable',
                  text: 'Find what they need',
                  type: 'percentage',
                  unit: '%',
                  decimals: 1,
                  min: 0,
                  max: 100,
                  figure: { median: 81, spread: 0.07 }
                },
                {
                  key: 'remarks',
                  text: 'What do students ask for most?',
                  type: 'long_text',
                  maxLength: 2000,
                  isOptional: true
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
      name: 'Service',
      groups: [
        {
          name: 'Use',
          charts: [
            {
              name: 'Visits per student',
              unit: 'visits',
              decimals: 1,
              direction: 'higher',
              statistic: 'rate',
              definition: 'Visits of the year for each student served.',
              numerator: ['visits@*'],
              denominator: ['students']
            },
            {
              name: 'Loans per student',
              unit: 'loans',
              decimals: 1,
              direction: 'neutral',
              statistic: 'rate',
              definition: 'Loans of the year for each student served.',
              numerator: ['loans@*'],
              denominator: ['students']
            },
            {
              name: 'Visits by group',
              unit: 'visits',
              decimals: 0,
              direction: 'neutral',
              definition: 'Visits of the year by group of users.',
              value: ['visits@*'],
              byColumn: true
            },
            {
              name: 'Loans by group',
              unit: 'loans',
              decimals: 0,
              direction: 'neutral',
              definition: 'Loans of the year by group of users.',
              value: ['loans@*'],
              byColumn: true
            },
            {
              name: 'Enquiries per 1,000 visits',
              unit: 'enquiries',
              decimals: 1,
              direction: 'neutral',
              statistic: 'rate',
              definition: 'Enquiries for each 1,000 visits.',
              numerator: ['enquiries@*'],
              denominator: ['visits@*'],
              multiplier: 1000
            },
            {
              name: 'People trained per 100 students',
              unit: 'people',
              decimals: 1,
              direction: 'higher',
              statistic: 'rate',
              definition: 'People trained for each 100 students served.',
              numerator: ['trained@*'],
              denominator: ['students'],
              multiplier: 100
            }
          ]
        },
        {
          name: 'People',
          charts: [
            {
              name: 'Staff per 1,000 students',
              unit: 'FTE',
              decimals: 2,
              direction: 'neutral',
              definition: 'Library staff for each 1,000 students served.',
              numerator: ['staff'],
              denominator: ['students'],
              multiplier: 1000
            },
            {
              name: 'Visits per member of staff',
              unit: 'visits',
              decimals: 0,
              direction: 'neutral',
              definition: 'Visits of the year for each member of staff.',
              numerator: ['visits@*'],
              denominator: ['staff']
            },
            {
              name: 'Pay per member of staff',
              unit: '£',
              decimals: 0,
              direction: 'neutral',
              definition: 'Pay for each member of staff.',
              numerator: ['pay'],
              denominator: ['staff']
            },
            {
              name: 'Satisfied students',
              unit: '%',
              decimals: 1,
              direction: 'higher',
              target: 90,
              definition: 'Share of students who are satisfied with the library.',
              value: ['satisfied']
            },
            {
              name: 'Students who find what they need',
              unit: '%',
              decimals: 1,
              direction: 'higher',
              definition: 'Share of students who find what they need.',
              value: ['findable']
            },
            {
              name: 'Students served',
              unit: 'students',
              decimals: 0,
              direction: 'neutral',
              definition: 'Students served, full-time equivalent.',
              value: ['students']
            }
          ]
        },
        {
          name: 'Spending',
          charts: [
            {
              name: 'Content per student',
              unit: '£',
              decimals: 0,
              direction: 'neutral',
              definition: 'Spending on content for each student served.',
              numerator: ['content'],
              denominator: ['students']
            },
            {
              name: 'Digital share of content',
              unit: '%',
              decimals: 1,
              direction: 'neutral',
              definition: 'Digital content as a share of spending on content.',
              numerator: ['digital'],
              denominator: ['content'],
              multiplier: 100
            },
            {
              name: 'Running cost per student',
              unit: '£',
              decimals: 0,
              direction: 'lower',
              definition: 'Content, pay and other running costs for each student served.',
              numerator: ['content', 'pay', 'other'],
              denominator: ['students']
            },
            {
              name: 'Running cost per visit',
              unit: '£',
              decimals: 2,
              direction: 'lower',
              definition: 'Content, pay and other running costs for each visit.',
              numerator: ['content', 'pay', 'other'],
              denominator: ['visits@*']
            },
            {
              name: 'Pay share of running costs',
              unit: '%',
              decimals: 1,
              direction: 'neutral',
              definition: 'Pay as a share of all running costs.',
              numerator: ['pay'],
              denominator: ['content', 'pay', 'other'],
              multiplier: 100
            },
            {
              name: 'Other running costs',
              unit: '£',
              decimals: 0,
              direction: 'lower',
              definition: 'Running costs beside content and pay.',
              value: ['other']
            }
          ]
        }
      ]
    }
  ]
}
