import type { Plugin } from 'graphql-yoga'
import { Failure } from '../../kernel/failure.ts'

const tooLong = () => new Failure('unavailable', 'The operation took too long', { code: 'timeout' })

/** Answers in time even where a field does not; what the operation had not begun by then is not begun any more. */
export const deadline = (milliseconds: number): Plugin => ({
  onExecute({ args, executeFn, setExecuteFn }) {
    const controller = new AbortController()
    Object.assign(args, { signal: controller.signal })
    setExecuteFn((execution) => within(milliseconds, executeFn(execution), controller))
  },
})

/** The result, or a refusal when it does not come in time. */
function within<R>(milliseconds: number, result: R | Promise<R>, controller: AbortController): R | Promise<R> {
  if (!(result instanceof Promise)) return result
  return new Promise<R>((resolve, reject) => {
    const late = () => {
      reject(tooLong())
      controller.abort(tooLong())
    }
    const timer = setTimeout(late, milliseconds).unref()
    result.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
