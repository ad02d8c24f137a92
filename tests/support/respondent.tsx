// A respondent with a code, on the screens of a survey.

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { navigate } from 'wouter/use-browser-location'
import { clickFound } from './click-found.ts'

/** The page's heading, once what is below it can be used: a survey's first questions can be read before. */
export const heading = (name: string | RegExp) =>
  waitFor(() => {
    const found = screen.getByRole('heading', { name, level: 1 })
    if (found.closest('[aria-busy="true"]') !== null) throw new Error(`${found.textContent} is still loading`)
    return found
  })
export const go = (path: string) => act(async () => navigate(path))
export const press = async (name: string | RegExp, role: 'button' | 'link' = 'button') =>
  clickFound(screen.findByRole(role, { name }))
export const choose = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('radio', { name })))

export async function write(label: RegExp, text: string): Promise<void> {
  const field = screen.getByRole('textbox', { name: label })
  await act(async () => {
    field.focus()
    fireEvent.input(field, { target: { value: text } })
    field.blur()
  })
}

/** All answers are at the server. */
export const saved = () => waitFor(() => screen.getByText('Saved', { selector: ':not([role])' }))

/** The demo's survey, part by part. */
export async function answerFirstPart(): Promise<void> {
  await heading('When and why')
  await write(/When was it/, '3/9/2026')
  await choose('By appointment')
  await choose('No')
}

export async function answerTheRest(): Promise<void> {
  await press('Next: How it went')
  await heading('How it went')
  await write(/From 0 to 10/, '8')
  await choose('Yes')
  await press('Next: In your words')
  await heading('In your words')
}
