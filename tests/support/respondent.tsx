// A respondent with a code, on the screens of a survey.

import { act, screen, waitFor } from '@testing-library/react'
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
