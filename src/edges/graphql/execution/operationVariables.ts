import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type VariableDefinitionNode,
} from 'graphql'
import { MAX_ISSUES } from '../../../kernel/inputFaults.ts'
import { isTextWithLoneSurrogate, someValue } from '../../textSanitizer.ts'
import { MAX_VARIABLE_DEPTH } from '../limits.ts'
import type { Variables } from './operationWalk.ts'
import { variablesError } from './variableIssues.ts'

const ZERO = '\0'
const inputError = (message: string) => new GraphQLError(message, { extensions: { code: 'BAD_INPUT' } })
export const zeroByteError = () => inputError('texts must not contain a zero byte')
/** Only for variables: in a document a lone surrogate is a syntax error. */
const loneSurrogateError = () => inputError('texts must not contain half a pair of surrogates')
const tooDeepError = () => inputError(`variables must have at most ${MAX_VARIABLE_DEPTH} levels`)
const tooLargeError = (size: number) =>
  new GraphQLError(`variables must have at most ${size} characters`, {
    extensions: { code: 'BAD_INPUT', reason: 'too_large' },
  })

/** Characters that a value other than a text counts. */
const VALUE_SIZE = 8

interface GivenOperation {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operationName?: string | null | undefined
  readonly variableValues?: { readonly [name: string]: unknown } | null | undefined
}

/** The variables of an operation, or the errors in them. */
type OperationVariables =
  | { readonly errors: readonly GraphQLError[]; readonly given?: never; readonly coerced?: never }
  | {
      readonly errors?: never
      /** The values of the declared variables, as they were given. */
      readonly given: Variables
      /** The values by the types and defaults of the variables. */
      readonly coerced: Variables
    }

/**
 * Reads the variables that an operation declares; nothing looks at others, or keeps them. Refuses variables that are larger
 * than `maxSize` (see `maxVariableSize`) or nested too deeply, and texts that PostgreSQL can't store: with zero bytes or lone surrogates.
 */
export function readVariables(
  { schema, document, operationName, variableValues }: GivenOperation,
  maxSize: number,
): OperationVariables {
  const definitions = definitionsOf(document, operationName)
  const given = valuesOf(definitions, variableValues)
  const error = variableError(given, maxSize)
  if (error) return { errors: [error] }
  const { coerced, errors } = getVariableValues(schema, definitions, given, { maxErrors: MAX_ISSUES })
  return errors ? { errors: [variablesError({ schema, document, definitions, given }, errors)] } : { given, coerced }
}

/** The given values of the variables that an operation declares. */
export const declaredVariables = ({ document, operationName, variableValues }: Omit<GivenOperation, 'schema'>) =>
  valuesOf(definitionsOf(document, operationName), variableValues)

const definitionsOf = (document: DocumentNode, operationName: string | null | undefined) =>
  getOperationAST(document, operationName)?.variableDefinitions ?? []

function valuesOf(definitions: readonly VariableDefinitionNode[], given: GivenOperation['variableValues']): Variables {
  const all = given ?? {}
  const names = definitions.map(({ variable }) => variable.name.value).filter((name) => Object.hasOwn(all, name))
  return Object.fromEntries(names.map((name) => [name, all[name]]))
}

function variableError(variables: Variables, maxSize: number): GraphQLError | null {
  let size = 0
  let error: GraphQLError | null = null
  someValue(variables, (value, level) => {
    size += typeof value === 'string' ? value.length : VALUE_SIZE
    error = size > maxSize ? tooLargeError(maxSize) : valueError(value, level)
    return error !== null
  })
  return error
}

function valueError(value: unknown, level: number): GraphQLError | null {
  if (level > MAX_VARIABLE_DEPTH) return tooDeepError()
  if (typeof value !== 'string') return null
  if (value.includes(ZERO)) return zeroByteError()
  return isTextWithLoneSurrogate(value) ? loneSurrogateError() : null
}
