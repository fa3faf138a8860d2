import { expect } from 'vitest'

/** What an exchange looks like in which the server refused: the status, and the envelope that repeats it. */
export const refusal = (status: number, message: string | RegExp) => ({
  status,
  body: {
    error: { message: typeof message === 'string' ? message : expect.stringMatching(message), status_code: status },
  },
})
