// The places of questions: in a list, or at a row and column of a grid.

import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { BaseVersion, Id, IdOrZero, Order, Version } from './fields.ts'

export const createQuestionMembership = endpoint({
  method: 'POST',
  path: 'questionSubSectionMemberships/',
  access: 'admin',
  summary: 'Places a question in a sub-section; in a grid, at a row and a column.',
  body: v.object({
    version: BaseVersion,
    sub_section_id: Id,
    question_id: Id,
    row_id: v.optional(v.nullable(IdOrZero)),
    column_id: v.optional(v.nullable(IdOrZero)),
    display_order: v.optional(Order),
    is_required: v.optional(v.boolean(), false),
    /** By default a new place is open to answers, and one that is there stays as it is. */
    is_disabled: v.optional(v.boolean())
  }),
  reply: v.object({
    membership_id: Id,
    sub_section_id: Id,
    question_id: Id,
    row_id: IdOrZero,
    column_id: IdOrZero,
    display_order: v.number(),
    is_required: v.boolean(),
    version: Version
  })
})

export const deleteQuestionMemberships = endpoint({
  method: 'DELETE',
  path: 'questionSubSectionMemberships/',
  access: 'admin',
  isAddition: true,
  summary: 'Removes questions from sub-sections, unless answers or formulas depend on them.',
  body: v.object({
    version: BaseVersion,
    membership_ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(500))
  }),
  reply: v.object({ deleted: describe('Number deleted.', IdOrZero) })
})
