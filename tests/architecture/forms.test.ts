// Every form guards unsaved input.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = globSync('src/**/*.tsx').map(path => ({ path, text: readFileSync(path, 'utf8') }))
const filesWith = (pattern: RegExp): string[] =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted()

test('forms are drawn by FormElement, which guards them; questionnaires store answers themselves, and searches have none', () => {
  expect(filesWith(/<form\b/)).toEqual([
    'src/browser/features/explorer/explorer-frame.tsx',
    'src/browser/features/explorer/search-screen.tsx',
    'src/browser/features/surveys/steps/page-step.tsx',
    'src/browser/features/surveys/steps/part-step.tsx',
    'src/browser/forms/form-element.tsx',
    'src/browser/section/table/section-form.tsx'
  ])
})

test('only forms with passwords, codes or a confirmation may be left without a warning', () => {
  const passesItOn = new Set(['src/browser/forms/dialog-form.tsx', 'src/browser/forms/form-element.tsx'])
  const files = filesWith(/\bisDisposable\b/).filter(path => !passesItOn.has(path))
  expect(files).toEqual([
    'src/browser/features/accounts/forgot-password-screen.tsx',
    'src/browser/features/accounts/login-screen.tsx',
    'src/browser/features/accounts/renew-form.tsx',
    'src/browser/features/accounts/resend-verification.tsx',
    'src/browser/features/accounts/verify-screen.tsx',
    'src/browser/features/own-account/keys-tab.tsx',
    'src/browser/features/own-account/password-tab.tsx',
    'src/browser/features/own-account/second-factor-on.tsx',
    'src/browser/features/own-account/second-factor-set-up.tsx',
    'src/browser/features/surveys/code/code-form.tsx',
    'src/browser/features/users/danger-dialogs.tsx'
  ])
})

test('a form’s fields are not drawn outside such an element', () => {
  const fields = filesWith(
    /<(TextInput|PasswordInput|NewPasswordInputs|EmailInput|CodeInput|TextArea|SelectInput)\b/
  )
  const guarded = new Set(filesWith(/<(FormElement|GuardedForm|DialogForm)\b/))
  // Parts of forms that another file draws.
  const parts = fields.filter(path => !guarded.has(path))
  expect(parts).toEqual([
    'src/browser/features/accounts/code-input.tsx',
    'src/browser/features/accounts/email-input.tsx',
    'src/browser/features/accounts/organisation-input.tsx',
    'src/browser/features/users/person-fields.tsx',
    'src/browser/forms/new-password-inputs.tsx',
    'src/browser/forms/password-input.tsx'
  ])
})

test('a button gets the promise of its action, so that it is busy until then', () => {
  expect(filesWith(/onClick=\{\(\) => void /)).toEqual([])
})
