// The list of codes as a sentence, a file and QR codes.

import { expect, test } from 'vitest'
import { codesSummary } from '#browser/features/data-collection/codes/case-codes.ts'
import { codesCsv } from '#browser/features/data-collection/codes/codes-csv.ts'
import { qrCodeOf } from '#browser/ui/qr-code.ts'

test('a truncated list says so; the file escapes every text that a spreadsheet would run', () => {
  const code = {
    case_code_id: 1,
    case_code: '11AB-CD',
    questionnaire_id: 1,
    submission_id: 1,
    reviewer_id: null,
    reviewer_name: '@SUM(A1)',
    reviewer_email_address: '+1@wards.example',
    status: 'completed' as const,
    completion_percent: 100,
    last_activity_at: null
  }
  expect(codesSummary({ codes: [code], total: 1210, withdrawn: 3 })).toBe(
    '1,207 codes: 1 used, 1 complete, of the first 1'
  )
  expect(codesCsv([code], one => `https://x/${one}`)).toContain(
    "11AB-CD,https://x/11AB-CD,Complete,100,,'@SUM(A1),'+1@wards.example"
  )
  const { size, path } = qrCodeOf('https://wards.example/surveys/8-1756/11XT-6PF7-0EDC-1')
  expect(size).toBeGreaterThanOrEqual(21)
  expect(path).toMatch(/^M/)
})
