import { type ASTVisitor, type DocumentNode, GraphQLError, type ValidationContext } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { Failure } from '../../../kernel/failure.ts'
import { hasLoneSurrogate, hasZeroByte, valuesByDepth } from '../../textSanitizer.ts'
import { MAX_VARIABLE_DEPTH } from '../limits.ts'

const timeoutFailure = () => new Failure('unavailable', 'The operation took too long', { reason: 'timeout' })

/** Fails an operation that takes too long, even while a resolver is pending, and starts no further resolvers. */
export const operationTimeout = (milliseconds: number): Plugin => ({
  onExecute({ args, executeFn, setExecuteFn }) {
    const controller = new AbortController()
    Object.assign(args, { signal: controller.signal })
    setExecuteFn((execution) => settleWithin(milliseconds, executeFn(execution), controller))
  },
})

/** The result, or a rejection after the timeout. */
function settleWithin<R>(milliseconds: number, result: R | Promise<R>, controller: AbortController): R | Promise<R> {
  if (!(result instanceof Promise)) return result
  return new Promise<R>((resolve, reject) => {
    const onTimeout = () => {
      reject(timeoutFailure())
      controller.abort(timeoutFailure())
    }
    const timer = setTimeout(onTimeout, milliseconds).unref()
    result.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const ZERO = '\0'
const inputError = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_INPUT' } })
const zeroByteError = () => inputError('texts must not contain a zero byte')
/** Only for variables: in a document a lone surrogate is a syntax error. */
const loneSurrogateError = () => inputError('texts must not contain half a pair of surrogates')
const tooDeepError = () => inputError(`variables must have at most ${MAX_VARIABLE_DEPTH} levels`)

const zeroByteRule = (context: ValidationContext): ASTVisitor => ({
  StringValue: ({ value }) => (value.includes(ZERO) ? context.reportError(zeroByteError()) : undefined),
})

interface ExecutionStart {
  readonly args: { document: DocumentNode; variableValues?: unknown }
  readonly setResultAndStopExecution: (result: { errors: GraphQLError[] }) => void
}

function checkVariables({ args: { variableValues }, setResultAndStopExecution }: ExecutionStart) {
  if (isTooDeep(variableValues)) setResultAndStopExecution({ errors: [tooDeepError()] })
  else if (hasZeroByte(variableValues)) setResultAndStopExecution({ errors: [zeroByteError()] })
  else if (hasLoneSurrogate(variableValues)) setResultAndStopExecution({ errors: [loneSurrogateError()] })
}

/** Whether variables are nested so deeply that recursive code could overflow the stack. */
function isTooDeep(variables: unknown): boolean {
  let depth = 0
  for (const _ of valuesByDepth(variables)) if (++depth > MAX_VARIABLE_DEPTH) return true
  return false
}

/** Refuses too deeply nested variables, and texts that PostgreSQL can't store: with zero bytes or lone surrogates. */
export const storableTextPlugin: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(zeroByteRule),
  onExecute: checkVariables,
  onSubscribe: checkVariables,
}
