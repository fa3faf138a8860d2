import { type ASTVisitor, type DocumentNode, GraphQLError, type ValidationContext } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { holdsHalf, holdsZero, levelsOf } from '../levels.ts'
import { MAX_LEVELS } from './limits.ts'

const ZERO = '\0'
const refusal = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_INPUT' } })
const zeroByte = () => refusal('texts must not contain a zero byte')
/** In a document it is a syntax error. */
const halfPair = () => refusal('texts must not contain half a pair of surrogates')
const tooDeep = () => refusal(`variables must have at most ${MAX_LEVELS} levels`)

const withoutZero = (context: ValidationContext): ASTVisitor => ({
  StringValue: ({ value }) => (value.includes(ZERO) ? context.reportError(zeroByte()) : undefined),
})

interface Beginning {
  readonly args: { document: DocumentNode; variableValues?: unknown }
  readonly setResultAndStopExecution: (result: { errors: GraphQLError[] }) => void
}

function check({ args: { variableValues }, setResultAndStopExecution }: Beginning) {
  if (isDeep(variableValues)) setResultAndStopExecution({ errors: [tooDeep()] })
  else if (holdsZero(variableValues)) setResultAndStopExecution({ errors: [zeroByte()] })
  else if (holdsHalf(variableValues)) setResultAndStopExecution({ errors: [halfPair()] })
}

/** Deeper than what executes and stores them could walk through. */
function isDeep(variables: unknown): boolean {
  let depth = 0
  for (const _ of levelsOf(variables)) if (++depth > MAX_LEVELS) return true
  return false
}

/** Refuses variables too deep, and what PostgreSQL has no place for: a zero byte in any text, or half a pair of surrogates. */
export const storableTexts: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(withoutZero),
  onExecute: check,
  onSubscribe: check,
}
