import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  visit,
} from 'graphql'
import { getOrCreate } from '../../../kernel/maps.ts'
import { MAX_REPEATED_FIELDS } from '../limits.ts'
import { zeroByteError } from './operationVariables.ts'

/** Refuses texts with zero bytes in documents. */
export const zeroByteRule = (context: ValidationContext): ASTVisitor => ({
  StringValue: ({ value }) => (value.includes('\0') ? context.reportError(zeroByteError()) : undefined),
})

/**
 * The error of a document that selects a field too often for one object; null for others. Must be asked before the document is
 * validated: GraphQL's rules compare each of such fields with every other one.
 */
export function repeatedFieldsError(document: DocumentNode): GraphQLError | null {
  const most = getOrCreate(repeatedFields, document, () => mostRepeatedField(document))
  if (most <= MAX_REPEATED_FIELDS) return null
  const message = `A selection has the same field at most ${MAX_REPEATED_FIELDS} times, but one has it ${most} times`
  return new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })
}

/** By document, as cached documents are validated for each request. */
const repeatedFields = new WeakMap<DocumentNode, number>()

/** How often a selection of the document has the same field, at most. */
function mostRepeatedField(document: DocumentNode): number {
  let most = 0
  visit(document, {
    SelectionSet(set, _key, parent) {
      const isPart = parent !== undefined && 'kind' in parent && parent.kind === Kind.INLINE_FRAGMENT
      if (!isPart) most = Math.max(most, ...countFields(set, new Map()).values())
    },
  })
  return most
}

/** How often a selection has each field by its name in the result, with its inline fragments. */
function countFields({ selections }: SelectionSetNode, counts: Map<string, number>): Map<string, number> {
  for (const selection of selections) {
    if (selection.kind === Kind.INLINE_FRAGMENT) countFields(selection.selectionSet, counts)
    if (selection.kind !== Kind.FIELD) continue
    const key = (selection.alias ?? selection.name).value
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
