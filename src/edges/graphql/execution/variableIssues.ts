import {
  coerceInputValue,
  type DocumentNode,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql'
import { Failure, type InputIssue, type InputPath } from '../../../kernel/failure.ts'
import { MAX_ISSUES } from '../../../kernel/inputFaults.ts'
import { lookUp } from '../../../kernel/maps.ts'
import type { ReasonOf } from '../../../kernel/refusalReasons.ts'
import type { Variables } from './operationWalk.ts'
import { variablePaths } from './variablePaths.ts'

interface GivenVariables {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly definitions: readonly VariableDefinitionNode[]
  readonly given: Variables
}

type VariableIssue = InputIssue & { readonly reason: ReasonOf<'invalid'> }

/** The error for variables that their types refuse, with an issue for each fault. `errors` are those of graphql-js. */
export function variablesError(variables: GivenVariables, errors: readonly GraphQLError[]): GraphQLError {
  const issues = issuesOf(variables)
  const message = errors[0]?.message ?? 'the variables do not fit their types'
  const reason = issues[0]?.reason ?? 'wrong_type'
  const nodes = [...new Set(errors.flatMap((error) => error.nodes ?? []))]
  return new GraphQLError(message, { nodes, originalError: new Failure('invalid', message, { reason, issues }) })
}

function issuesOf({ schema, document, definitions, given }: GivenVariables): VariableIssue[] {
  const paths = variablePaths(document, definitions)
  const issues: VariableIssue[] = []
  for (const { variable, type: typeNode, defaultValue } of definitions) {
    const name = variable.name.value
    const type = typeFromAST(schema, typeNode)
    const isDefault = defaultValue !== undefined && !Object.hasOwn(given, name)
    if (isInputType(type) && !isDefault)
      addIssues(issues, { type, value: given[name], root: paths.get(name) ?? [name] })
  }
  return issues
}

interface GivenValue {
  readonly type: GraphQLInputType
  readonly value: unknown
  readonly root: InputPath
}

/** Ends the coercion of a value that has more faults than are told. */
const ENOUGH = new Error('enough issues')

function addIssues(issues: VariableIssue[], { type, value, root }: GivenValue): void {
  try {
    coerceInputValue(value, type, (path, invalidValue, { message }) => {
      if (issues.length >= MAX_ISSUES) throw ENOUGH
      const { at = [], ...fault } = faultOf(typeAt(type, path), invalidValue, message)
      issues.push({ path: [...root, ...path, ...at], message, ...fault })
    })
  } catch (error) {
    if (error !== ENOUGH) throw error
  }
}

/** The type at a path within a value of a type; an entry of a list can stand without the list. */
const typeAt = (type: GraphQLInputType, path: InputPath): GraphQLInputType =>
  path.reduce<GraphQLInputType>((outer, step) => {
    const inner = withoutLists(outer, typeof step === 'number' ? 1 : Number.POSITIVE_INFINITY)
    return (isInputObjectType(inner) && inner.getFields()[step]?.type) || inner
  }, type)

function withoutLists(type: GraphQLInputType, most: number): GraphQLInputType {
  const inner = getNullableType(type)
  return isListType(inner) && most > 0 ? withoutLists(inner.ofType, most - 1) : inner
}

interface Fault {
  readonly reason: ReasonOf<'invalid'>
  readonly values?: readonly string[]
  /** The field at fault within the value. */
  readonly at?: InputPath
}

/** graphql-js names a field that is missing or unknown only in the message. */
const FIELD_FAULT = /^Field "(\w+)" (of required type|is not defined)/

const REASON_BY_SCALAR: Readonly<Record<string, ReasonOf<'invalid'>>> = {
  Date: 'not_a_date',
  DateTime: 'not_a_date',
  URL: 'not_a_url',
}

function faultOf(type: GraphQLInputType, value: unknown, message: string): Fault {
  const [, field, how] = FIELD_FAULT.exec(message) ?? []
  if (field !== undefined) return { reason: how === 'is not defined' ? 'unknown_field' : 'required', at: [field] }
  if (value === undefined || value === null) return { reason: 'required' }
  const named = withoutLists(type, Number.POSITIVE_INFINITY)
  if (typeof value !== 'string' || !('name' in named)) return { reason: 'wrong_type' }
  if (isEnumType(named)) return { reason: 'unknown_value', values: named.getValues().map(({ name }) => name) }
  return { reason: lookUp(REASON_BY_SCALAR, named.name) ?? 'wrong_type' }
}
