import { describe, expect, test } from 'vitest'
import { changedParams, orderAfter, readQuery } from '#browser/features/users/user-query.ts'

describe('the address of the users’ administration', () => {
  test('describes the list; invalid values fall back to the default', () => {
    expect(readQuery(new URLSearchParams('tab=active&q=bo&organisation=3&role=4&sort=-name&page=2'))).toEqual(
      {
        tab: 'active',
        text: 'bo',
        organisationId: 3,
        roleTypeId: 4,
        order: { by: 'name', isDescending: true },
        page: 2
      }
    )
    expect(readQuery(new URLSearchParams('tab=x&organisation=-1&role=a&sort=&page=0'))).toEqual({
      tab: 'waiting',
      text: '',
      organisationId: 0,
      roleTypeId: 0,
      order: { by: 'created', isDescending: true },
      page: 1
    })
  })

  test('another filter begins at the first page, another page keeps the filters', () => {
    const params = new URLSearchParams('tab=active&page=3')
    expect(changedParams(params, { q: 'bo' }).toString()).toBe('tab=active&q=bo')
    expect(changedParams(params, { page: '4' }).toString()).toBe('tab=active&page=4')
  })

  test('a pressed head turns round, another begins in its own way', () => {
    expect(orderAfter({ by: 'name', isDescending: false }, 'name')).toEqual({
      by: 'name',
      isDescending: true
    })
    expect(orderAfter({ by: 'name', isDescending: true }, 'created')).toEqual({
      by: 'created',
      isDescending: true
    })
    expect(orderAfter({ by: 'created', isDescending: true }, 'organisation')).toEqual({
      by: 'organisation',
      isDescending: false
    })
  })
})
