import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql'
import { hasLoneSurrogate, hasZeroByte, valuesByDepth } from '../../textSanitizer.ts'
import { MAX_VARIABLE_DEPTH } from '../limits.ts'

const ZERO = '\0'
const inputError = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_INPUT' } })
const zeroByteError = () => inputError('texts must not contain a zero byte')
/** Only for variables: in a document a lone surrogate is a syntax error. */
const loneSurrogateError = () => inputError('texts must not contain half a pair of surrogates')
const tooDeepError = () => inputError(`variables must have at most ${MAX_VARIABLE_DEPTH} levels`)

/** Refuses too deeply nested variables, and texts that PostgreSQL can't store: with zero bytes or lone surrogates. */
export function variableError(variables: unknown): GraphQLError | null {
  if (isTooDeep(variables)) return tooDeepError()
  if (hasZeroByte(variables)) return zeroByteError()
  return hasLoneSurrogate(variables) ? loneSurrogateError() : null
}

/** Whether variables are nested so deeply that recursive code could overflow the stack. */
function isTooDeep(variables: unknown): boolean {
  let depth = 0
  for (const _ of valuesByDepth(variables)) if (++depth > MAX_VARIABLE_DEPTH) return true
  return false
}

/** Refuses texts with zero bytes in documents. */
export const zeroByteRule = (context: ValidationContext): ASTVisitor => ({
  StringValue: ({ value }) => (value.includes(ZERO) ? context.reportError(zeroByteError()) : undefined),
})
