import { randomUuid } from '../randomUuid.ts'
import { refusalOf } from './refusal.ts'

/** Begins the names under which keys are stored, as long as the tab is open. */
const STORED = 'plaza.attempt.'
/** Codes of refusals after which nobody knows whether the server did what was asked. */
const OPEN_ENDED = ['UNREACHABLE', 'INTERNAL', 'UNAVAILABLE', 'TIMEOUT']

/**
 * Sends what must happen once with a key by which the server knows the attempt. Until there is an answer, equal input has the
 * same key, also after its form was closed or the page was loaded anew: what is repeated since its answer was lost happens
 * once. Throws a Refusal.
 */
export async function attemptOnce<Input extends object, Result>(
  act: string,
  input: Input,
  send: (input: Input & { readonly idempotencyKey: string }) => Promise<Result>,
): Promise<Result> {
  const name = `${STORED}${act} ${JSON.stringify(input)}`
  const idempotencyKey = sessionStorage.getItem(name) ?? randomUuid()
  sessionStorage.setItem(name, idempotencyKey)
  try {
    const result = await send({ ...input, idempotencyKey })
    sessionStorage.removeItem(name)
    return result
  } catch (error) {
    const refusal = refusalOf(error)
    if (![refusal.code, refusal.reason].some((one) => OPEN_ENDED.includes(one))) sessionStorage.removeItem(name)
    throw refusal
  }
}
