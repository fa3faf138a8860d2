import { confirmIdentity } from '../components/confirmIdentity.tsx'
import { refusalOf } from './refusal.ts'

/**
 * Runs an operation. Where the server wants to know first who acts, the person is asked, and the operation is sent again.
 * Throws a Refusal.
 */
export async function confirming<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.reason !== 'CONFIRMATION_REQUIRED' || !(await confirmIdentity())) throw refusal
    return await run().catch((again: unknown) => {
      throw refusalOf(again)
    })
  }
}
