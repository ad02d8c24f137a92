/** The result of a guard. Guards have no effects: `visit` acts on their results. */
export type GuardResult =
  | { is: 'pass' }
  /** In-app navigation to another path, with a warning if needed. */
  | { is: 'redirect'; to: string; warning?: string }
  /** Full page load of another site. */
  | { is: 'leave'; href: string }
  /** Stay on the current page. */
  | { is: 'stay' }
  | { is: 'fail'; status: number; message: string }

export const pass: GuardResult = { is: 'pass' }

export interface NavigationTarget {
  path: string
  /** With its question mark, or empty. */
  search: string
  params: Readonly<Record<string, string>>
}
