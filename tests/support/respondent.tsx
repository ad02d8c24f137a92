// A respondent with a code, on the screens of a survey.

import { act, fireEvent, screen } from '@testing-library/react'
import { navigate } from 'wouter/use-browser-location'

export const heading = (name: string | RegExp) => screen.findByRole('heading', { name, level: 1 })
export const go = (path: string) => act(async () => navigate(path))
export const press = async (name: string | RegExp, role: 'button' | 'link' = 'button') =>
  act(async () => void fireEvent.click(await screen.findByRole(role, { name })))
