import { describe, expect, test, vi } from 'vitest'
import { createForm } from '#browser/forms/form-store.ts'
import { email, required, type FieldRule } from '#browser/forms/rules.ts'
import { between, sameAs, length, max, min, number, url } from '#browser/forms/value-rules.ts'

describe('rules and their messages (spec 5)', () => {
  test.each<[string, FieldRule, string, string | null]>([
    ['required', required, '', 'Name is required.'],
    ['required', required, '   ', 'Name is required.'],
    ['required', required, '0', null],
    ['email', email, 'a.okafor@northfield.example', null],
    ['email', email, 'a.okafor', 'Please enter a valid email address.'],
    ['email', email, 'a@b', 'Please enter a valid email address.'],
    ['email', email, 'a b@c.example', 'Please enter a valid email address.'],
    ['url', url, 'https://wards.example/help', null],
    ['url', url, 'wards.example', 'Please enter a valid URL.'],
    ['url', url, 'javascript:alert(1)', 'Please enter a valid URL.'],
    ['number', number, '41.2', null],
    ['number', number, 'forty', 'Name must be a number.'],
    ['min', min(8), '7', 'Name must be at least 8.'],
    ['min', min(8), '8', null],
    ['max', max(8), '9', 'Name must be no more than 8.'],
    ['max', max(8), '8', null],
    ['between', between(1, 5), '6', 'Name must be between 1 and 5.'],
    ['between', between(1, 5), '5', null],
    ['length', length(15), 'short', 'Name must be at least 15 characters.'],
    ['length', length(1, 3), 'long', 'Name must be between 1 and 3 characters.'],
    ['length', length(1, 2), '👍🏽', null],
    ['confirm', sameAs('password'), 'other', 'Name does not match.'],
    ['confirm', sameAs('password'), 'secret', null]
  ])('%s: %#', (_, rule, value, message) => {
    expect(rule(value, 'Name', { password: 'secret' })).toBe(message)
  })

  test.each([email, url, number, min(1), max(1), between(1, 2), length(3), sameAs('password')])(
    'nothing entered is left to required: %#',
    rule => {
      expect(rule('', 'Name', { password: 'secret' })).toBeNull()
    }
  )
})

describe('a form', () => {
  const make = () =>
    createForm({
      address: { label: 'Email address', rules: [required, email] },
      note: { label: 'Note', initial: 'x' }
    })

  test('tells what is wrong only after a field was left or the form was sent', async () => {
    const form = make()
    expect(form.errorOf('address')).toBeNull()
    form.setValue('address', 'a')
    form.touch('address')
    expect(form.errorOf('address')).toBe('Please enter a valid email address.')
    const action = vi.fn<() => Promise<void>>()
    await form.submit(action)
    expect(form.$state.get().message).toBe('Sorry, not all fields are filled out correctly.')
    expect(action).not.toHaveBeenCalled()
  })

  test('is sent once, with its values, and is busy meanwhile', async () => {
    const form = make()
    form.setValue('address', 'a@b.example')
    let finish = (): void => {}
    const action = vi.fn<(values: Record<string, string>) => Promise<void>>(
      () => new Promise(resolve => (finish = resolve))
    )
    const first = form.submit(action)
    await form.submit(action)
    expect(form.$state.get()).toMatchObject({ isBusy: true, message: '' })
    finish()
    await first
    expect(action).toHaveBeenCalledExactlyOnceWith({ address: 'a@b.example', note: 'x' })
    expect(form.$state.get().isBusy).toBe(false)
  })
})
