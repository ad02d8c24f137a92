// No form without the guard of unsaved work.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = globSync('src/**/*.tsx').map(path => ({ path, text: readFileSync(path, 'utf8') }))
const filesWith = (pattern: RegExp): string[] =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted()

test('forms are drawn by the element that guards them; a questionnaire keeps its answers itself, a search has none', () => {
  expect(filesWith(/<form\b/)).toEqual([
    'src/features/explorer/search-screen.tsx',
    'src/features/explorer/search/search-opening.tsx',
    'src/features/surveys/page-step.tsx',
    'src/features/surveys/part-step.tsx',
    'src/forms/form-element.tsx',
    'src/questionnaire/table/section-form.tsx'
  ])
})

test('a form that may be lost without a word holds passwords, codes or a confirmation', () => {
  const passesItOn = new Set(['src/features/users/dialog-form.tsx', 'src/forms/form-element.tsx'])
  const files = filesWith(/\bisDisposable\b/).filter(path => !passesItOn.has(path))
  expect(files).toEqual([
    'src/features/accounts/forgot-password-screen.tsx',
    'src/features/accounts/login-screen.tsx',
    'src/features/accounts/renew-form.tsx',
    'src/features/accounts/resend-verification.tsx',
    'src/features/accounts/verify-screen.tsx',
    'src/features/own-account/password-tab.tsx',
    'src/features/own-account/second-factor-on.tsx',
    'src/features/own-account/second-factor-set-up.tsx',
    'src/features/surveys/code-form.tsx',
    'src/features/users/danger-dialogs.tsx'
  ])
})

test('a form’s fields are not drawn outside such an element', () => {
  const fields = filesWith(
    /<(TextInput|PasswordInput|NewPasswordInputs|EmailInput|CodeInput|TextArea|SelectInput)\b/
  )
  const guarded = new Set(filesWith(/<(FormElement|GuardedForm|DialogForm)\b/))
  // Parts of forms that are drawn elsewhere.
  const parts = fields.filter(path => !guarded.has(path))
  expect(parts).toEqual([
    'src/features/accounts/code-input.tsx',
    'src/features/accounts/email-input.tsx',
    'src/features/accounts/organisation-input.tsx',
    'src/features/users/person-fields.tsx',
    'src/forms/new-password-inputs.tsx',
    'src/forms/password-input.tsx'
  ])
})
