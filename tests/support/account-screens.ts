// Drives the account screens, and reads the links in their emails.

import { act, fireEvent, screen } from '@testing-library/react'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'

export const GOOD_PASSWORD = 'four words and a comma, please'

// They wait for what they need: the code of a screen's first dialog comes with it.
export async function type(label: string, value: string): Promise<void> {
  const field = await screen.findByLabelText(label)
  await act(async () => void fireEvent.change(field, { target: { value } }))
}
export async function press(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole('button', { name })
  await act(async () => button.click())
}
export async function tick(label: string | RegExp): Promise<void> {
  const found = await screen.findByLabelText(label)
  await act(async () => found.click())
}
export const valueOf = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value

/** The code of an authenticator app for the key on the screen. */
export async function codeOfShownKey({ clock }: TestServer): Promise<string> {
  const { textContent } = await screen.findByTestId('key')
  const secret = Secret.fromBase32((textContent ?? '').replaceAll(' ', ''))
  return new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: clock.now.getTime() })
}

/** The links in the emails to an address, oldest first, as paths of the site. */
export async function linksMailedTo(server: TestServer, recipient: string): Promise<string[]> {
  const mails = await server.database
    .selectFrom('mails')
    .select('body_text')
    .where('programme_id', '=', 1)
    .where('recipient', '=', recipient)
    .orderBy('mail_id')
    .execute()
  return mails.map(({ body_text }) => {
    const link = new URL(/https:\S+/.exec(body_text)?.[0] ?? '')
    expect(link.origin).toBe('https://wards.example')
    return link.pathname + link.search
  })
}

export async function linkMailedTo(server: TestServer, recipient: string): Promise<string> {
  return (await linksMailedTo(server, recipient)).at(-1) ?? ''
}
