import type { ProjectPlan } from '../plan.ts'
import { wardStaffingCharts } from './wards-staffing-charts.ts'

const bands = [
  { name: 'Band 5', share: 0.46 },
  { name: 'Band 6', share: 0.17 },
  { name: 'Band 7', share: 0.05, without: ['night_planned', 'night_actual'] },
  { name: 'Support', share: 0.32 }
]
const groups = [
  { name: 'Registered', share: 0.66 },
  { name: 'Support', share: 0.34 }
]

export const wardStaffing: ProjectPlan = {
  code: 'ward-staffing',
  name: 'Ward staffing',
  summary: 'Who works on the wards, how many hours are planned and filled, and what absence and agency cost.',
  scopes: [
    {
      name: 'Adult inpatient wards',
      description: 'Wards that admit adults overnight, except those for older people.'
    },
    { name: 'Wards for older people', description: 'Wards whose patients are mostly 75 or older.' }
  ],
  visibility: 'named',
  questionnaires: [
    {
      name: 'Skill mix and absence',
      sections: [
        {
          name: 'Ward profile',
          guidance: 'Describe the ward as it was on 30 September.',
          subSections: [
            {
              name: 'The ward',
              questions: [
                {
                  key: 'specialty',
                  text: 'Main specialty',
                  type: 'single_choice',
                  options: ['Medicine', 'Surgery', 'Older people', 'Orthopaedics', 'Respiratory', 'Stroke']
                },
                {
                  key: 'care_types',
                  text: 'Kinds of care given',
                  type: 'multiple_choice',
                  options: ['Elective', 'Emergency', 'Step-down', 'High dependency']
                },
                {
                  key: 'single_rooms',
                  text: 'Share of beds in single rooms',
                  type: 'percentage',
                  unit: '%',
                  decimals: 1,
                  min: 0,
                  max: 100,
                  figure: { median: 34, spread: 0.5 }
                },
                { key: 'opened', text: 'Opened or last refurbished', type: 'date', isOptional: true },
                { key: 'electronic', text: 'Are rosters kept electronically?', type: 'yes_no' },
                {
                  key: 'system',
                  text: 'Name of the roster system',
                  type: 'text',
                  maxLength: 80,
                  visibleIf: "{electronic} = 'yes'",
                  isOptional: true
                },
                {
                  key: 'budget',
                  text: 'Pay budget of the year',
                  type: 'currency',
                  unit: '£',
                  decimals: 0,
                  min: 0,
                  warnChange: 40,
                  figure: { median: 1_420_000, spread: 0.18, bySize: 1, growth: 0.04 }
                }
              ]
            }
          ]
        },
        {
          name: 'Establishment',
          guidance: 'Beds and whole-time equivalents (WTE) on 30 September.',
          subSections: [
            {
              name: 'Beds and posts',
              questions: [
                {
                  key: 'beds',
                  text: 'Staffed beds',
                  help: 'Beds that could be used on the day, closed ones left out.',
                  type: 'integer',
                  unit: 'beds',
                  min: 1,
                  max: 120,
                  warnMin: 8,
                  warnMax: 48,
                  warnChange: 25,
                  figure: { median: 24, spread: 0.04, bySize: 1 }
                },
                {
                  key: 'patient_days',
                  text: 'Occupied bed days in September',
                  type: 'integer',
                  unit: 'days',
                  min: 0,
                  max: 4000,
                  warnChange: 30,
                  figure: { median: 27.6, spread: 0.05, shareOf: 'beds' }
                },
                {
                  key: 'registered',
                  text: 'Registered nurses in post',
                  type: 'decimal',
                  unit: 'WTE',
                  decimals: 1,
                  min: 0,
                  max: 200,
                  warnChange: 30,
                  figure: { median: 0.96, spread: 0.16, shareOf: 'beds', growth: 0.015 }
                },
                {
                  key: 'support',
                  text: 'Support staff in post',
                  type: 'decimal',
                  unit: 'WTE',
                  decimals: 1,
                  min: 0,
                  max: 200,
                  warnChange: 30,
                  figure: { median: 0.58, spread: 0.2, shareOf: 'beds' }
                },
                {
                  key: 'students',
                  text: 'Students on placement',
                  type: 'integer',
                  unit: 'students',
                  min: 0,
                  max: 60,
                  figure: { median: 5, spread: 0.45 }
                },
                {
                  key: 'supervisory',
                  text: 'Supervisory time of the ward manager',
                  type: 'percentage',
                  unit: '%',
                  decimals: 0,
                  min: 0,
                  max: 100,
                  figure: { median: 54, spread: 0.3 }
                },
                {
                  key: 'nurses_per_bed',
                  text: 'Registered nurses per bed',
                  type: 'calculated',
                  unit: 'WTE',
                  decimals: 2,
                  min: 0,
                  max: 5,
                  warnMin: 0.4,
                  warnMax: 2,
                  expression: '{registered} / {beds}'
                }
              ]
            }
          ]
        },
        {
          name: 'Skill mix',
          guidance:
            'Whole-time equivalents on 30 September and hours of that month. Leave a cell empty only when the figure is not known; 0 is an answer.',
          subSections: [
            {
              name: 'Staff by band',
              columns: bands,
              hasRowTotals: true,
              questions: [
                {
                  key: 'budgeted',
                  text: 'Budgeted WTE',
                  type: 'decimal',
                  unit: 'WTE',
                  decimals: 1,
                  min: 0,
                  max: 200,
                  warnChange: 40,
                  figure: { median: 28, spread: 0.14, bySize: 1 }
                },
                {
                  key: 'actual',
                  text: 'Actual WTE in post',
                  type: 'decimal',
                  unit: 'WTE',
                  decimals: 1,
                  min: 0,
                  max: 200,
                  warnChange: 40,
                  figure: { median: 0.9, spread: 0.05, shareOf: 'budgeted' }
                },
                {
                  key: 'vacant',
                  text: 'Vacant WTE',
                  type: 'decimal',
                  unit: 'WTE',
                  decimals: 1,
                  min: -20,
                  max: 100,
                  figure: { median: 1, spread: 0, difference: ['budgeted', 'actual'] }
                },
                {
                  key: 'day_planned',
                  text: 'Day shift, planned hours',
                  type: 'integer',
                  unit: 'h',
                  min: 0,
                  max: 20_000,
                  warnChange: 50,
                  figure: { median: 121, spread: 0.05, shareOf: 'budgeted' }
                },
                {
                  key: 'day_actual',
                  text: 'Day shift, actual hours',
                  help: 'Hours worked on day shifts in September, overtime included, bank and agency left out.',
                  type: 'integer',
                  unit: 'h',
                  min: 0,
                  max: 20_000,
                  warnChange: 50,
                  figure: { median: 0.94, spread: 0.05, shareOf: 'day_planned' }
                },
                {
                  key: 'night_planned',
                  text: 'Night shift, planned hours',
                  type: 'integer',
                  unit: 'h',
                  min: 0,
                  max: 20_000,
                  warnChange: 50,
                  figure: { median: 84, spread: 0.06, shareOf: 'budgeted' }
                },
                {
                  key: 'night_actual',
                  text: 'Night shift, actual hours',
                  type: 'integer',
                  unit: 'h',
                  min: 0,
                  max: 20_000,
                  warnChange: 50,
                  figure: { median: 0.97, spread: 0.05, shareOf: 'night_planned' }
                },
                {
                  key: 'starters',
                  text: 'Registered under 1 year',
                  type: 'integer',
                  unit: 'people',
                  min: 0,
                  max: 80,
                  figure: { median: 4, spread: 0.5, bySize: 0.5 }
                }
              ]
            }
          ]
        },
        {
          name: 'Absence and turnover',
          guidance: 'Absence of the twelve months to 30 September.',
          subSections: [
            {
              name: 'Twelve months',
              columns: groups,
              hasColumnTotals: false,
              questions: [
                {
                  key: 'contracted_days',
                  text: 'Contracted days',
                  type: 'integer',
                  unit: 'days',
                  min: 0,
                  max: 40_000,
                  figure: { median: 6900, spread: 0.1, bySize: 1 }
                },
                {
                  key: 'sick_days',
                  text: 'Days lost to sickness',
                  type: 'integer',
                  unit: 'days',
                  min: 0,
                  max: 10_000,
                  warnChange: 60,
                  figure: { median: 0.052, spread: 0.28, shareOf: 'contracted_days' }
                },
                {
                  key: 'leavers',
                  text: 'Leavers',
                  type: 'decimal',
                  unit: 'WTE',
                  decimals: 1,
                  min: 0,
                  max: 60,
                  figure: { median: 4.4, spread: 0.4, bySize: 0.7 }
                },
                {
                  key: 'joiners',
                  text: 'Joiners',
                  type: 'decimal',
                  unit: 'WTE',
                  decimals: 1,
                  min: 0,
                  max: 60,
                  figure: { median: 4.7, spread: 0.4, bySize: 0.7 }
                }
              ]
            },
            {
              name: 'Why people leave',
              questions: [
                {
                  key: 'exit_interviews',
                  text: 'Are exit interviews held?',
                  type: 'yes_no',
                  isOptional: true
                }
              ]
            },
            {
              name: 'Posts that are vacant now, one by one',
              isRepeating: true,
              hasColumnTotals: true,
              questions: [
                {
                  key: 'vacant_band',
                  text: 'Band',
                  type: 'single_choice',
                  options: ['Band 5', 'Band 6', 'Band 7', 'Support']
                },
                {
                  key: 'vacant_part',
                  text: 'WTE',
                  type: 'decimal',
                  unit: 'WTE',
                  decimals: 2,
                  min: 0.1,
                  max: 2,
                  warnMax: 1
                },
                { key: 'vacant_since', text: 'Vacant since', type: 'date' },
                { key: 'vacant_advertised', text: 'Advertised', type: 'yes_no' },
                { key: 'vacant_remark', text: 'Remark', type: 'text', maxLength: 200, isOptional: true }
              ]
            }
          ]
        },
        {
          name: 'Bank and agency',
          guidance: 'Hours bought in September, whoever paid.',
          subSections: [
            {
              name: 'Temporary staff',
              columns: groups,
              hasRowTotals: true,
              questions: [
                {
                  key: 'bank_hours',
                  text: 'Bank hours',
                  type: 'integer',
                  unit: 'h',
                  min: 0,
                  max: 10_000,
                  figure: { median: 420, spread: 0.45, bySize: 0.8 }
                },
                {
                  key: 'agency_hours',
                  text: 'Agency hours',
                  type: 'integer',
                  unit: 'h',
                  min: 0,
                  max: 10_000,
                  figure: { median: 150, spread: 0.75, bySize: 0.7, growth: -0.09 }
                },
                {
                  key: 'agency_cost',
                  text: 'Agency cost',
                  type: 'currency',
                  unit: '£',
                  decimals: 0,
                  min: 0,
                  max: 1_000_000,
                  figure: { median: 31, spread: 0.14, shareOf: 'agency_hours', growth: 0.03 }
                }
              ]
            }
          ]
        },
        {
          name: 'Narrative',
          guidance: 'Read by the programme team only, never published by name.',
          subSections: [
            {
              name: 'In your words',
              questions: [
                { key: 'proud', text: 'What went well this year?', type: 'long_text', maxLength: 2000 },
                {
                  key: 'plans',
                  text: 'What will change next year?',
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
  collections: wardStaffingCharts
}
