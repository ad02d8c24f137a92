/** The work's result, or an error with this text after so many milliseconds. The work itself continues; only the wait for it ends. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, text: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(text)), timeoutMs)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
