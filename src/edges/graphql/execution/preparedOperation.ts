import { type DocumentNode, type GraphQLError, getOperationAST, type OperationTypeNode, parse } from 'graphql'
import type { GraphContext } from '../context.ts'
import { asGraphQLError } from '../errors.ts'
import type { Engine } from './engine.ts'

/** A valid document, and the functions of the engine that run it with all plugins. */
interface PreparedOperation {
  readonly chain: ReturnType<Engine['getEnveloped']>
  readonly document: DocumentNode
  /** Undefined if the document has no such operation. */
  readonly type: OperationTypeNode | undefined
}

export interface OperationText {
  readonly text: string
  readonly operationName?: string | null | undefined
}

/** Parses and checks a document by the plugins of the engine, which keeps what it has found. Throws `InvalidDocument`. */
export function prepareOperation(
  engine: Engine,
  context: GraphContext,
  { text, operationName }: OperationText,
): PreparedOperation {
  const chain = engine.getEnveloped(context)
  const document: DocumentNode = chain.parse(text)
  const errors: readonly GraphQLError[] = chain.validate(chain.schema, document)
  if (errors.length > 0) throw new InvalidDocument(errors)
  return { chain, document, type: getOperationAST(document, operationName)?.operation }
}

/** The type of an operation that could not be prepared. Throws for a text that is no document. */
export const operationTypeOf = ({ text, operationName }: OperationText): OperationTypeNode | undefined =>
  getOperationAST(parse(text, { noLocation: true }), operationName)?.operation

/** Carries the errors of a validation. */
class InvalidDocument extends Error {
  readonly errors: readonly GraphQLError[]
  constructor(errors: readonly GraphQLError[]) {
    super('invalid document')
    this.errors = errors
  }
}

/** What was thrown while an operation was prepared or run, as errors of its result. */
export const errorsOf = (error: unknown): readonly GraphQLError[] =>
  error instanceof InvalidDocument ? error.errors : [asGraphQLError(error)]
