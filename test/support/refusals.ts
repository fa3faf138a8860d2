import { expect } from 'vitest'

/** The expected exchange of a refused REST request: its status and error envelope. */
export const refusal = (status: number, message: string | RegExp) => ({
  status,
  body: {
    error: { message: typeof message === 'string' ? message : expect.stringMatching(message), status_code: status },
  },
})
