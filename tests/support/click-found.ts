import { act } from '@testing-library/react'

/**
 * Clicks an element once it is there. The wait is outside `act`: inside, React keeps its updates back until the call ends, and an element that is not
 * there yet never comes.
 */
export async function clickFound(finding: Promise<HTMLElement>): Promise<void> {
  const element = await finding
  await act(async () => element.click())
}
