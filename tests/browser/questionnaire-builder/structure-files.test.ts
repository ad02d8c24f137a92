// Saving a questionnaire as a workbook.

import { expect, test } from 'vitest'
import { saveStructure } from '#browser/questionnaire-builder/files/structure-files.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { emptyList } from '#tests/support/structure-file.ts'

const part = { display_order: 1, is_active: true, version: 1, answer_count: 0 }

const staff = (sub_section_id: number): Structure['sections'][number]['sub_sections'][number] => ({
  ...part,
  sub_section_id,
  sub_section_name: 'Staff',
  ...emptyList(),
  memberships: []
})

const structure = (...sub_sections: Structure['sections'][number]['sub_sections']): Structure => ({
  questionnaire: {
    questionnaire_id: 1,
    questionnaire_name: 'Beds',
    questionnaire_type: 'standard',
    project_id: 1,
    is_active: true,
    version: 1,
    display_order: 1,
    scope_ids: [],
    periods: []
  },
  sections: [{ ...part, section_id: 1, section_name: 'Beds', guidance_html: '', sub_sections }],
  questions: []
})

test('a questionnaire that would read back as another one is not saved', async () => {
  expect(await saveStructure(structure(staff(1), staff(2)))).toMatchObject({
    ok: false,
    error:
      'Two sub-sections of “Beds” are named “Staff”. A workbook knows them by their names only: rename one first.'
  })
})
